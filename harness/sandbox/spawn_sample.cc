// The tiny contestant of the bench: reads two numbers, prints their sum.
#include <iostream>

int main() {
    long long a = 0, b = 0;
    std::cin >> a >> b;
    std::cout << a + b << '\n';
}
