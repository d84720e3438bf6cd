// What a search spends. The search knows nothing of clocks, limits and Python: it counts, and now and then is stopped.
#pragma once

#include <cstdint>

namespace patience {

class Meter {
public:
    virtual ~Meter() = default;

    // Counts positions; depth is shown as progress. Throws what `look` throws.
    void spend(int depth, int positions = 1) {
        spent_ += positions;
        depth_ = depth;
        until_look_ -= positions;
        if (until_look_ <= 0) look();
    }

protected:
    // Called when `until_look_` positions have been spent: must set it anew, and throws when a limit is reached.
    virtual void look() = 0;

    std::int64_t spent_ = 0;  // positions that nobody has been told of
    std::int64_t until_look_ = 1;
    int depth_ = 0;
};

}  // namespace patience
