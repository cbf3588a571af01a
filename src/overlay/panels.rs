//! Where the panels lie. A pure function of the window and the sizes that a person chose.

use bevy_egui::egui::{Rect, Vec2, pos2};
use serde::{Deserialize, Serialize};

/// Height of the bar on top, in points, with small controls and with large ones.
const TOP: (f32, f32) = (48.0, 54.0);
/// Height of the bar at the bottom.
pub const BOTTOM: f32 = 70.0;
/// Width of a folded side panel, with small controls and with large ones.
const STRIP: (f32, f32) = (40.0, 50.0);
/// Least and most of the left panel.
pub const LEFT: (f32, f32) = (170.0, 420.0);
/// Least and most of the right panel.
pub const RIGHT: (f32, f32) = (300.0, 620.0);
/// Under this many points the side panels fold to strips.
const NARROW: Vec2 = Vec2::new(1024.0, 576.0);

/// Widths and folds that a person chose.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PanelSizes {
    /// Width of the left panel.
    pub left: f32,
    /// Width of the right panel.
    pub right: f32,
    /// Share of the right panel's height that the log has.
    pub log_share: f32,
    /// The left panel is unfolded.
    pub left_open: bool,
    /// The right panel is unfolded.
    pub right_open: bool,
}

impl Default for PanelSizes {
    fn default() -> Self {
        Self { left: 226.0, right: 350.0, log_share: 0.34, left_open: true, right_open: true }
    }
}

/// Where everything lies, in points.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Areas {
    /// The bar on top.
    pub top: Rect,
    /// The bar at the bottom.
    pub bottom: Rect,
    /// The left panel, or its strip.
    pub left: Rect,
    /// The right panel, or its strip.
    pub right: Rect,
    /// What no panel covers; an unfolded panel of a small window may lie over it.
    pub board: Rect,
    /// The left panel is drawn whole.
    pub left_whole: bool,
    /// The right panel is drawn whole.
    pub right_whole: bool,
    /// The window is small: side panels open over the board.
    pub narrow: bool,
}

/// Whether side panels lie over the board rather than beside it.
pub fn is_narrow(window: Vec2) -> bool {
    window.x < NARROW.x || window.y < NARROW.y
}

/// Lays the panels out, with small controls or with large ones.
pub fn lay_out(window: Vec2, sizes: &PanelSizes, large: bool) -> Areas {
    let (w, h) = (window.x.max(1.0), window.y.max(1.0));
    let of = |(small, great): (f32, f32)| if large { great } else { small };
    let (top, strip) = (of(TOP), of(STRIP));
    let top = Rect::from_min_max(pos2(0.0, 0.0), pos2(w, top.min(h)));
    let bottom = Rect::from_min_max(pos2(0.0, (h - BOTTOM).max(top.max.y)), pos2(w, h));
    let between = bottom.min.y - top.max.y;
    let narrow = is_narrow(window);
    let (mut left, mut right) = (wanted(sizes.left, LEFT), wanted(sizes.right, RIGHT));
    let (mut left_whole, mut right_whole) = (sizes.left_open, sizes.right_open);
    let in_board = if narrow {
        left = left.min(w - strip);
        right = right.min(w - strip);
        (strip, strip)
    } else {
        // The board keeps at least half of the window.
        let room = w - 0.5 * w * h / between.max(1.0);
        let take = |left: f32, left_whole: bool, right: f32, right_whole: bool| {
            (if left_whole { left } else { strip }) + (if right_whole { right } else { strip })
        };
        let over = |l, lw, r, rw| (take(l, lw, r, rw) - room).max(0.0);
        if right_whole {
            right = (right - over(left, left_whole, right, right_whole)).max(RIGHT.0);
        }
        if left_whole {
            left = (left - over(left, left_whole, right, right_whole)).max(LEFT.0);
        }
        if over(left, left_whole, right, right_whole) > 0.0 {
            left_whole = false;
        }
        if over(left, left_whole, right, right_whole) > 0.0 {
            right_whole = false;
        }
        (if left_whole { left } else { strip }, if right_whole { right } else { strip })
    };
    let board = Rect::from_min_max(
        pos2(in_board.0, top.max.y),
        pos2((w - in_board.1).max(in_board.0), bottom.min.y),
    );
    if !left_whole {
        left = strip;
    }
    if !right_whole {
        right = strip;
    }
    Areas {
        top,
        bottom,
        left: Rect::from_min_max(pos2(0.0, board.min.y), pos2(left, board.max.y)),
        right: Rect::from_min_max(pos2(w - right, board.min.y), pos2(w, board.max.y)),
        board,
        left_whole,
        right_whole,
        narrow,
    }
}

fn wanted(width: f32, (least, most): (f32, f32)) -> f32 {
    if width.is_finite() { width.clamp(least, most) } else { least }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_keeps_half_of_every_window() {
        let wide =
            PanelSizes { left: 400.0, right: 600.0, log_share: 0.5, ..PanelSizes::default() };
        for (sizes, large) in [(PanelSizes::default(), false), (wide, false), (wide, true)] {
            for (w, h) in [(1280.0, 720.0), (1366.0, 768.0), (1920.0, 1080.0), (3840.0, 2160.0)] {
                for scale in [0.75, 1.0, 1.25, 1.5, 2.0, 2.5] {
                    let window = Vec2::new(w / scale, h / scale);
                    let areas = lay_out(window, &sizes, large);
                    if areas.narrow {
                        continue;
                    }
                    let share = areas.board.area() / (window.x * window.y);
                    assert!(share >= 0.499, "{w}x{h} at {scale}: {share}");
                }
            }
        }
    }

    #[test]
    fn a_laptop_has_room_for_both_panels() {
        for large in [false, true] {
            let areas = lay_out(Vec2::new(1366.0, 768.0), &PanelSizes::default(), large);
            assert!(areas.left_whole && areas.right_whole && !areas.narrow);
            assert_eq!(areas.left.max.x, areas.board.min.x);
            assert_eq!(areas.right.min.x, areas.board.max.x);
        }
    }

    #[test]
    fn in_a_small_window_panels_open_over_the_board() {
        let areas = lay_out(Vec2::new(800.0, 600.0), &PanelSizes::default(), false);
        assert!(areas.narrow);
        assert_eq!((areas.board.min.x, areas.board.max.x), (STRIP.0, 800.0 - STRIP.0));
        assert!(areas.right.min.x < areas.board.max.x);
    }

    #[test]
    fn no_window_is_too_small() {
        for (w, h) in [(0.0, 0.0), (1.0, 1.0), (100.0, 60.0), (300.0, 3000.0)] {
            let areas = lay_out(Vec2::new(w, h), &PanelSizes::default(), false);
            assert!(areas.board.width() >= 0.0 && areas.board.height() >= 0.0, "{w}x{h}");
        }
    }
}
