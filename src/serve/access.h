// Who may ask. Every page that a browser shows can send requests to this machine: what tells our page from others is a
// token that only it knows, and the name under which the server is asked for.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gyre::serve {

// 128 random bits in hexadecimal. Throws Error if the system has none.
std::string random_token();

// Takes as long for every token of the same length, so that nobody can find it out letter by letter.
bool same_token(std::string_view given, std::string_view token);

// Whether a Host header names this server: 127.0.0.1 or localhost, with this port. A page of another site whose name
// was made to point at this machine (DNS rebinding) comes with another one.
bool is_own_host(std::string_view host, int port);

// The headers that every answer has: nothing is loaded from elsewhere, nobody may embed the page, nothing is cached,
// the address with its token is told to nobody.
const std::vector<std::pair<std::string, std::string>>& security_headers();

}  // namespace gyre::serve
