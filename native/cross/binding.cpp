#include "cross/binding.hpp"

#include <nanobind/stl/vector.h>

#include <array>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "cross/fewest.hpp"
#include "python_meter.hpp"

namespace nb = nanobind;

namespace patience::cross {

namespace {

using Order = std::vector<std::uint8_t>;

// A `solver.patiences.cross.search.layout.Dimensions`. Its tables are made once, under the interpreter lock, and stay.
const Dimensions& dimensions_of(nb::handle dimensions) {
    static std::map<std::array<int, 3>, Dimensions> made;
    const std::array sizes{nb::cast<int>(dimensions.attr("suits")), nb::cast<int>(dimensions.attr("ranks")),
                           nb::cast<int>(dimensions.attr("columns"))};
    return made.try_emplace(sizes, sizes[0], sizes[1], sizes[2]).first->second;
}

// A column in base 64, the last card lowest, of any length.
std::vector<Code> column_of(nb::object packed) {
    constexpr int kCards = 10;  // that fit into a word
    std::vector<Code> cards;
    if (std::uint64_t word = 0; nb::try_cast(packed, word)) {
        for (; word; word >>= 6) cards.push_back(word & 63);
        return {cards.rbegin(), cards.rend()};
    }
    const nb::int_ low((std::uint64_t{1} << 6 * kCards) - 1);
    const nb::int_ shift(6 * kCards);
    while (true) {
        auto word = nb::cast<std::uint64_t>(packed & low);
        packed = packed >> shift;
        const bool more = !packed.equal(nb::int_(0));
        for (int card = 0; more ? card < kCards : word != 0; ++card, word >>= 6) cards.push_back(word & 63);
        if (!more) break;
    }
    return {cards.rbegin(), cards.rend()};
}

// A `solver.patiences.cross.search.layout.PackedTable`.
PackedTable table_of(nb::handle table) {
    PackedTable found;
    for (const nb::handle column : table.attr("columns")) found.columns.push_back(column_of(nb::borrow(column)));
    for (const nb::handle code : table.attr("stock")) found.stock.push_back(nb::cast<Code>(code));
    found.heights = nb::cast<Heights>(table.attr("heights"));
    return found;
}

template <class Numbers>
nb::list list_of(const Numbers& line) {
    nb::list operations;
    for (const int operation : line) operations.append(operation);
    return operations;
}

Order bytes_of(const nb::bytes& bytes) {
    const auto* const begin = reinterpret_cast<const std::uint8_t*>(bytes.c_str());
    return {begin, begin + bytes.size()};
}

// The order of all cards that the rules give to a reshuffle, from a `Reshuffles`.
Order order_of(nb::handle reshuffles, int number) {
    return bytes_of(nb::cast<nb::bytes>(reshuffles.attr("order")(number)));
}

// The search of Python's `FewestReshuffles`: the layouts of the reshuffles come from there, a number at a time.
class Fewest {
public:
    Fewest(nb::handle dimensions, nb::handle start, nb::object reshuffles, int made, bool anytime, bool book)
        : search_(dimensions_of(dimensions), table_of(start), anytime, book),
          reshuffles_(std::move(reshuffles)),
          made_(made) {}

    nb::object attempt(nb::object budget) {
        if (running_) throw std::runtime_error("this search is running already");
        const Running running(running_);
        while (static_cast<int>(orders_.size()) < at_least_)
            orders_.push_back(order_of(reshuffles_, made_ + static_cast<int>(orders_.size()) + 1));
        PythonMeter meter(std::move(budget));
        const auto line = meter.run([&] { return search_.win_after(at_least_, orders_, meter); });
        if (line) return list_of(*line);
        ++at_least_;
        return nb::none();
    }

    int at_least() const { return at_least_; }
    std::vector<std::size_t> ends() const { return search_.ends(); }

private:
    // Keeps a second thread out of a search that runs with the lock released.
    class Running {
    public:
        explicit Running(bool& running) : running_(running) { running_ = true; }
        ~Running() { running_ = false; }
        Running(const Running&) = delete;
        Running& operator=(const Running&) = delete;

    private:
        bool& running_;
    };

    FewestReshuffles search_;
    nb::object reshuffles_;
    int made_;
    int at_least_ = 0;
    bool running_ = false;
    std::vector<Order> orders_;
};

// Python's `follow_book`.
nb::object follow_book(nb::handle dimensions, nb::handle start, nb::handle reshuffles, int made, int most) {
    BookPlayer player(dimensions_of(dimensions));
    PackedTable table = table_of(start);
    Line line;
    for (int number = made + 1; number <= made + most + 1; ++number) {
        const Heights end = player.first_end(table, line);
        if (end == player.dimensions().complete) return list_of(line);
        line.push_back(kReshuffle);
        reshuffle(table, player.dimensions(), order_of(reshuffles, number), end);
    }
    return nb::none();
}

// Python's `replayed`.
nb::object replayed_line(nb::handle dimensions, nb::handle start, nb::handle reshuffles, int made,
                         const std::vector<int>& line, bool singly) {
    const Dimensions& sizes = dimensions_of(dimensions);
    const auto reshuffle_to = [&](PackedTable& table, int number) {
        reshuffle(table, sizes, order_of(reshuffles, made + number), table.heights);
    };
    return list_of(replayed(sizes, table_of(start), {line.begin(), line.end()}, singly, reshuffle_to));
}

// Python's `shuffled`. `random.Random` makes of a text the integer whose bytes are the text's and then their SHA-512.
nb::bytes shuffled_cards(nb::bytes cards, nb::str seed) {
    const auto text = nb::cast<nb::bytes>(seed.attr("encode")());
    const auto digest = nb::cast<nb::bytes>(nb::module_::import_("hashlib").attr("sha512")(text).attr("digest")());
    Order key = bytes_of(text);
    const Order rest = bytes_of(digest);
    key.insert(key.end(), rest.begin(), rest.end());
    Order order = bytes_of(cards);
    shuffle(order, PythonRandom(key));
    return nb::bytes(order.data(), order.size());
}

}  // namespace

void bind(nb::module_& module) {
    nb::class_<Fewest>(module, "FewestReshuffles", "The twin of cross.search.fewest.FewestReshuffles.")
        .def(nb::init<nb::handle, nb::handle, nb::object, int, bool, bool>(), nb::arg("dimensions"), nb::arg("start"),
             nb::arg("reshuffles"), nb::arg("made"), nb::kw_only(), nb::arg("anytime") = false, nb::arg("book") = false)
        .def("attempt", &Fewest::attempt, nb::arg("budget"))
        .def_prop_ro("at_least", &Fewest::at_least)
        .def_prop_ro("ends", &Fewest::ends);
    module.def("replayed", &replayed_line, nb::arg("dimensions"), nb::arg("start"), nb::arg("reshuffles"), nb::arg("made"),
               nb::arg("line"), nb::kw_only(), nb::arg("singly"), "The twin of cross.search.layout.replayed.");
    module.def("shuffled", &shuffled_cards, nb::arg("cards"), nb::arg("seed"),
               "The twin of cross.search.layout.shuffled.");
    module.def("follow_book", &follow_book, nb::arg("dimensions"), nb::arg("start"), nb::arg("reshuffles"), nb::arg("made"),
               nb::arg("most"), "The twin of cross.search.fewest.follow_book.");
}

}  // namespace patience::cross
