#include "stats/calibration.h"

#include <cmath>
#include <limits>
#include <vector>

#include "stats/distributions.h"
#include "stats/summary.h"

namespace judge {

Calibration fit_calibration(std::span<const TimePair> pairs) {
    std::vector<double> logs;
    for (const TimePair& pair : pairs) logs.push_back(std::log(pair.there_seconds / pair.here_seconds));
    const double middle = mean(logs);
    double squares = 0;
    for (const double log : logs) squares += (log - middle) * (log - middle);
    const double spread = logs.size() < 2 ? 0 : std::sqrt(squares / static_cast<double>(logs.size() - 1));
    return {std::exp(middle), spread, logs.size()};
}

Prediction predict(const Calibration& calibration, double here_seconds, double confidence) {
    const double seconds = calibration.factor * here_seconds;
    if (calibration.pairs < 2) return {seconds, 0, std::numeric_limits<double>::infinity()};
    const auto n = static_cast<double>(calibration.pairs);
    const double reach = student_quantile((1 + confidence) / 2, n - 1) * calibration.log_spread * std::sqrt(1 + 1 / n);
    return {seconds, seconds * std::exp(-reach), seconds * std::exp(reach)};
}

}  // namespace judge
