#pragma once

// How help looks and in which language it speaks, for --help and the manual page alike.

#include "report/messages.h"

namespace CLI {
class App;
}

namespace judge {

/// Gives the help of `app` and of every command below it the house's form, and puts it into the language of
/// `messages`: descriptions by the phrase book, labels by messages.json.
void put_help(CLI::App& app, const Messages& messages);

}  // namespace judge
