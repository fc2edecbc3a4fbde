/* The same in C++17: views of components, results as strings, and errors as exceptions.
 *
 * It prints:
 *
 *     host      Example.org
 *     no userinfo
 *     normal    http://example.org/b~c?q=1
 *     resolved  http://example.org/x
 *     invalid   byte 15
 *     the same  yes
 */

#include <cstddef>
#include <cstdint>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "oneiri.h"

namespace {

/* A text that is invalid: the sentence, and the place. */
class Invalid : public std::runtime_error {
public:
    Invalid(const std::string &sentence, const oneiri_error &error) : std::runtime_error(sentence), error(error) {}
    oneiri_error error;
};

/* The result of an operation. */
std::string apply(oneiri_operation operation, int32_t option, std::string_view text,
                  std::optional<std::string_view> other = std::nullopt)
{
    std::string result(128, '\0');
    oneiri_error error{};
    for (;;) {
        std::size_t length = 0;
        const char *second = other ? other->data() : nullptr;
        const int32_t status =
            oneiri_apply(operation, ONEIRI_IRI, option, text.data(), text.size(), second, other ? other->size() : 0,
                         result.data(), result.size(), &length, &error);
        if (status == ONEIRI_MISUSE || status == ONEIRI_INTERNAL)
            throw std::logic_error("oneiri_apply: status " + std::to_string(status));
        const bool complete = length <= result.size();
        result.resize(length);
        if (complete && status == ONEIRI_INVALID)
            throw Invalid(result, error);
        if (complete)
            return result;
    }
}

/* A component of a text; no value if it is absent. */
std::optional<std::string_view> component(std::string_view text, const oneiri_range &range)
{
    if (range.start == SIZE_MAX)
        return std::nullopt;
    return text.substr(range.start, range.end - range.start);
}

} // namespace

int main()
{
    const std::string_view text = "HTTP://Example.org:80/a/../b%7Ec?q=1";
    oneiri_parts parts;
    if (oneiri_parse(ONEIRI_IRI, text.data(), text.size(), &parts, nullptr) != ONEIRI_OK)
        return 1;
    std::cout << "host      " << component(text, parts.host).value_or("") << '\n';
    if (!component(text, parts.userinfo))
        std::cout << "no userinfo\n";

    const std::string normal = apply(ONEIRI_NORMALIZE, ONEIRI_RUNG_SCHEME, text);
    std::cout << "normal    " << normal << '\n';
    std::cout << "resolved  " << apply(ONEIRI_RESOLVE, 0, normal, "../x") << '\n';
    try {
        apply(ONEIRI_CHECK, 0, "http://h/a%20b/ c");
    } catch (const Invalid &invalid) {
        std::cout << "invalid   byte " << invalid.error.start << '\n';
    }

    int32_t same = 0;
    const int32_t status = oneiri_equivalent(ONEIRI_IRI, ONEIRI_RUNG_SCHEME, text.data(), text.size(), normal.data(),
                                             normal.size(), &same, nullptr);
    if (status != ONEIRI_OK)
        return 1;
    std::cout << "the same  " << (same ? "yes" : "no") << '\n';
}
