//! Exact predicates on whole-number vectors, shared by walking, sight and cover.
//!
//! Barriers are *closed*: a line that merely touches a barrier's end is stopped by it. So nothing
//! leaks through the joint of two walls, no matter how they meet, and mirroring a board mirrors
//! every answer. The one exception is a barrier seen exactly end-on: it has no width, so it hides
//! nothing by itself (whatever it is joined to still does).

use super::pos::Point;

/// A vector in 1/1024 cell, wide enough for products.
pub(super) type Vector = (i64, i64);

/// Positive when `v` lies clockwise of `u` on the screen. Components stay below 2^26, so the
/// products stay below 2^53.
#[inline]
pub(super) const fn cross(u: Vector, v: Vector) -> i64 {
    u.0 * v.1 - u.1 * v.0
}

/// `to` as seen from `from`.
#[inline]
pub(super) fn vector(from: Point, to: Point) -> Vector {
    (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y))
}

/// Which side of the line `a` → `b` the point is on: the sign is +1 clockwise, 0 on the line.
pub(super) fn side(a: Point, b: Point, p: Point) -> i64 {
    cross(vector(a, b), vector(a, p)).signum()
}

/// Are both numbers positive, or both negative?
#[inline]
pub(super) const fn same_strict_side(u: i64, v: i64) -> bool {
    (u > 0 && v > 0) || (u < 0 && v < 0)
}

/// Do the closed segments `p`–`q` and `a`–`b` share a point, lying on one line included?
pub(super) fn touch(p: Point, q: Point, a: Point, b: Point) -> bool {
    let boxes_apart = p.x.max(q.x) < a.x.min(b.x)
        || a.x.max(b.x) < p.x.min(q.x)
        || p.y.max(q.y) < a.y.min(b.y)
        || a.y.max(b.y) < p.y.min(q.y);
    // On one line all four sides are 0 and the boxes alone decide.
    !boxes_apart
        && !same_strict_side(side(p, q, a), side(p, q, b))
        && !same_strict_side(side(a, b, p), side(a, b, q))
}

/// Does the segment `a`–`b` share a point with the closed square of half side `half` around `mid`?
pub(super) fn touches_square(mid: Point, half: i32, a: Point, b: Point) -> bool {
    if a.x.max(b.x) < mid.x - half
        || a.x.min(b.x) > mid.x + half
        || a.y.max(b.y) < mid.y - half
        || a.y.min(b.y) > mid.y + half
    {
        return false;
    }
    // The boxes overlap, so only the segment's own line can still keep them apart.
    let along = vector(a, b);
    let offset = cross(along, vector(a, mid));
    let half_width = (along.0.abs() + along.1.abs()) * i64::from(half);
    offset.abs() <= half_width
}

/// Is the point inside the closed outline, or on it?
pub(super) fn contains(outline: &[Point], p: Point) -> bool {
    let mut inside = false;
    for (i, &a) in outline.iter().enumerate() {
        let b = outline[(i + 1) % outline.len()];
        if touch(p, p, a, b) {
            return true;
        }
        // Count the edges that a line from `p` to the east crosses; the half-open test in y
        // counts a shared corner once.
        if (a.y > p.y) != (b.y > p.y) {
            let s = side(a, b, p);
            inside ^= if b.y > a.y { s > 0 } else { s < 0 };
        }
    }
    inside
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn at(x: i32, y: i32) -> Point {
        Point::new(x, y)
    }

    #[test]
    fn touching_ends_count_and_gaps_do_not() {
        assert!(touch(at(0, 0), at(4, 4), at(0, 4), at(4, 0)));
        assert!(touch(at(0, 0), at(4, 0), at(2, 0), at(2, 9)));
        assert!(touch(at(0, 0), at(4, 0), at(4, 0), at(9, 0)));
        assert!(!touch(at(0, 0), at(4, 0), at(5, 0), at(9, 0)));
        assert!(!touch(at(0, 0), at(4, 4), at(3, 0), at(4, 1)));
    }

    #[test]
    fn squares_and_segments() {
        assert!(touches_square(at(0, 0), 2, at(2, -5), at(2, 5)));
        assert!(!touches_square(at(0, 0), 2, at(3, -5), at(3, 5)));
        assert!(touches_square(at(0, 0), 2, at(0, 4), at(4, 0)));
        assert!(!touches_square(at(0, 0), 2, at(0, 5), at(5, 0)));
        assert!(touches_square(at(0, 0), 2, at(1, 1), at(1, 0)));
    }

    #[test]
    fn inside_of_a_diamond() {
        let diamond = [at(0, -4), at(4, 0), at(0, 4), at(-4, 0)];
        for (p, expected) in [
            (at(0, 0), true),
            (at(2, 2), true),
            (at(3, 2), false),
            (at(4, 0), true),
            (at(-3, 0), true),
            (at(-5, 0), false),
            (at(-4, 3), false),
            (at(-9, -4), false),
        ] {
            assert_eq!(contains(&diamond, p), expected, "{p:?}");
        }
    }
}
