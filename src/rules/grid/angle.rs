//! Angles between whole-number vectors: cones, bearings, and the sectors of a melee.
//!
//! A vector is (east, south), usually in cells. Only its direction counts. Nothing here converts
//! to degrees; a question such as "at most 15 degrees apart?" is answered with one comparison of
//! products.

use std::cmp::Ordering;

/// Components above this are halved until they fit, so that products stay inside `i128`.
const COMPONENT_MAX: i64 = 1 << 20;

/// Scale of [`SIN`].
#[cfg(test)]
const SIN_SCALE: i128 = 1_000_000_000_000_000_000_000_000;

/// Sine of 0, 1, ... 90 degrees times 10^24, rounded to the nearest whole number.
#[rustfmt::skip]
const SIN: [i128; 91] = [
    0,
    17_452_406_437_283_512_819_419,
    34_899_496_702_500_971_645_995,
    52_335_956_242_943_832_722_119,
    69_756_473_744_125_300_775_959,
    87_155_742_747_658_173_558_064,
    104_528_463_267_653_471_399_834,
    121_869_343_405_147_481_112_894,
    139_173_100_960_065_444_112_497,
    156_434_465_040_230_869_010_105,
    173_648_177_666_930_348_851_717,
    190_808_995_376_544_812_405_140,
    207_911_690_817_759_337_101_742,
    224_951_054_343_864_998_051_107,
    241_921_895_599_667_722_560_442,
    258_819_045_102_520_762_348_899,
    275_637_355_816_999_185_649_972,
    292_371_704_722_736_728_097_469,
    309_016_994_374_947_424_102_293,
    325_568_154_457_156_668_714_009,
    342_020_143_325_668_733_044_100,
    358_367_949_545_300_273_484_138,
    374_606_593_415_912_035_414_964,
    390_731_128_489_273_755_062_085,
    406_736_643_075_800_207_753_986,
    422_618_261_740_699_436_186_978,
    438_371_146_789_077_417_452_735,
    453_990_499_739_546_791_560_408,
    469_471_562_785_890_775_959_462,
    484_809_620_246_337_029_075_380,
    500_000_000_000_000_000_000_000,
    515_038_074_910_054_210_081_632,
    529_919_264_233_204_954_046_781,
    544_639_035_015_027_082_224_084,
    559_192_903_470_746_830_160_428,
    573_576_436_351_046_096_108_032,
    587_785_252_292_473_129_168_706,
    601_815_023_152_048_279_917_977,
    615_661_475_325_658_279_668_811,
    629_320_391_049_837_452_705_902,
    642_787_609_686_539_326_322_643,
    656_059_028_990_507_284_782_496,
    669_130_606_358_858_213_826_273,
    681_998_360_062_498_500_442_226,
    694_658_370_458_997_286_656_406,
    707_106_781_186_547_524_400_844,
    719_339_800_338_651_139_356_055,
    731_353_701_619_170_483_287_544,
    743_144_825_477_394_235_014_697,
    754_709_580_222_771_997_942_984,
    766_044_443_118_978_035_202_393,
    777_145_961_456_970_879_979_938,
    788_010_753_606_721_956_693_978,
    798_635_510_047_292_846_284_001,
    809_016_994_374_947_424_102_293,
    819_152_044_288_991_789_684_488,
    829_037_572_555_041_692_006_337,
    838_670_567_945_424_029_637_591,
    848_048_096_156_425_970_386_176,
    857_167_300_702_112_287_465_218,
    866_025_403_784_438_646_763_723,
    874_619_707_139_395_800_284_637,
    882_947_592_858_926_942_032_171,
    891_006_524_188_367_862_359_710,
    898_794_046_299_166_992_782_296,
    906_307_787_036_649_963_242_553,
    913_545_457_642_600_895_502_128,
    920_504_853_452_440_327_396_895,
    927_183_854_566_787_400_806_474,
    933_580_426_497_201_748_990_043,
    939_692_620_785_908_384_054_109,
    945_518_575_599_316_810_348_125,
    951_056_516_295_153_572_116_439,
    956_304_755_963_035_481_338_651,
    961_261_695_938_318_861_916_497,
    965_925_826_289_068_286_749_743,
    970_295_726_275_996_472_306_378,
    974_370_064_785_235_228_539_694,
    978_147_600_733_805_637_928_567,
    981_627_183_447_663_953_496_505,
    984_807_753_012_208_059_366_743,
    987_688_340_595_137_726_190_040,
    990_268_068_741_570_315_083_775,
    992_546_151_641_322_034_980_062,
    994_521_895_368_273_336_922_692,
    996_194_698_091_745_532_295_010,
    997_564_050_259_824_247_613_163,
    998_629_534_754_573_873_784_492,
    999_390_827_019_095_730_006_243,
    999_847_695_156_391_239_157_012,
    1_000_000_000_000_000_000_000_000,
];

/// Is the angle between `u` and `v` at most `deg` whole degrees, 0..=180 (more counts as 180)?
///
/// Source: the cone of BW-RNG-14 and the "same direction" of BW-RNG-08, both inclusive.
///
/// Exact where it matters: an angle between whole-number vectors has a rational tangent, and the
/// only whole degrees with one are the multiples of 45, for which the table yields exact
/// comparisons. Any other whole degree is never met exactly, so rounding the table (relative error
/// below 10^-22) could only mislead for vectors of far more than 10^5 cells. A vector without
/// length has no direction and counts as inside.
#[must_use]
pub fn within_deg(u: (i64, i64), v: (i64, i64), deg: u16) -> bool {
    compare_angle(u, v, deg) != Ordering::Greater
}

/// Are some two of the vectors at least `deg` whole degrees (0..=180) apart?
///
/// Source: "opposite sides" of BW-MEL-07, where `deg` is 135. Vectors without length are skipped.
#[must_use]
pub fn any_at_least_apart(bearings: &[(i64, i64)], deg: u16) -> bool {
    let set: Vec<_> = bearings.iter().copied().filter(|&v| v != (0, 0)).collect();
    set.iter()
        .enumerate()
        .any(|(i, &u)| set[i + 1..].iter().any(|&v| compare_angle(u, v, deg) != Ordering::Less))
}

/// Order of bearings clockwise from north (up the screen), the full turn 0..360 degrees.
///
/// Vectors of the same direction are equal whatever their length; one without length comes first.
#[must_use]
pub fn bearing_cmp(u: (i64, i64), v: (i64, i64)) -> Ordering {
    let half = |(x, y): (i64, i64)| match (x, y) {
        (0, 0) => 0,
        _ if x > 0 || (x == 0 && y < 0) => 1,
        _ => 2,
    };
    let (x, y) = (shrink(u), shrink(v));
    // Within one half turn `v` is further clockwise exactly when the cross product is positive.
    half(u).cmp(&half(v)).then_with(|| 0.cmp(&cross(x, y)))
}

/// The most different quarter-turn sectors that the bearings occupy over all rotations of the
/// four half-open sectors [t, t+90), [t+90, t+180) ...: 0..=4 (BW-MEL-07, rule 3).
///
/// Bearings point from the target to each attacker. It is enough to try `t` = each bearing: turning
/// the cross clockwise changes nothing until some sector begins exactly at a bearing. Vectors
/// without length are skipped.
#[must_use]
pub fn sectors_occupied(bearings: &[(i64, i64)]) -> u8 {
    let set: Vec<_> = bearings.iter().copied().filter(|&v| v != (0, 0)).map(shrink).collect();
    let occupied = |&t: &(i128, i128)| {
        let mask = set.iter().fold(0_u8, |mask, &v| mask | 1 << quarter(t, v));
        u8::try_from(mask.count_ones()).unwrap_or(4)
    };
    set.iter().map(occupied).max().unwrap_or(0)
}

/// Does the set fit around one target, that is: does some rotation of the four sectors put every
/// bearing in a sector of its own (BW-MEL-05)? The empty set fits; more than four never do.
#[must_use]
pub fn fits_sectors(bearings: &[(i64, i64)]) -> bool {
    bearings.len() <= 4 && usize::from(sectors_occupied(bearings)) == bearings.len()
}

/// Which quarter turn clockwise of `t` holds `v`: 0 for [0, 90) degrees, 1 for [90, 180) ...
fn quarter(t: (i128, i128), v: (i128, i128)) -> u8 {
    let (d, c) = (dot(t, v), cross(t, v));
    if d > 0 && c >= 0 {
        0
    } else if c > 0 {
        1
    } else if d < 0 {
        2
    } else {
        3
    }
}

/// Compares the unsigned angle between `u` and `v` with `deg`.
fn compare_angle(u: (i64, i64), v: (i64, i64), deg: u16) -> Ordering {
    if u == (0, 0) || v == (0, 0) {
        return Ordering::Less;
    }
    let (u, v) = (shrink(u), shrink(v));
    let (d, c) = (dot(u, v), cross(u, v).abs());
    match deg {
        // The formula below cannot tell 0 from 180 degrees, so the two ends stand alone.
        0 if c == 0 && d > 0 => Ordering::Equal,
        0 => Ordering::Greater,
        180.. if c == 0 && d < 0 && deg == 180 => Ordering::Equal,
        180.. => Ordering::Less,
        _ => {
            // angle <= deg  <=>  sin(deg - angle) >= 0  <=>  d sin(deg) - c cos(deg) >= 0.
            let (sin, cos) = sin_cos(deg);
            0.cmp(&(d * sin - c * cos))
        }
    }
}

/// Sine and cosine of `deg`, 1..=179, from the table.
fn sin_cos(deg: u16) -> (i128, i128) {
    let deg = usize::from(deg);
    if deg <= 90 { (SIN[deg], SIN[90 - deg]) } else { (SIN[180 - deg], -SIN[deg - 90]) }
}

/// Halves long vectors until both components are at most [`COMPONENT_MAX`].
fn shrink((mut x, mut y): (i64, i64)) -> (i128, i128) {
    while x.unsigned_abs().max(y.unsigned_abs()) > COMPONENT_MAX.unsigned_abs() {
        x /= 2;
        y /= 2;
    }
    (i128::from(x), i128::from(y))
}

fn dot(u: (i128, i128), v: (i128, i128)) -> i128 {
    u.0 * v.0 + u.1 * v.1
}

/// Positive when `v` lies clockwise of `u` on the screen (y points down).
fn cross(u: (i128, i128), v: (i128, i128)) -> i128 {
    u.0 * v.1 - u.1 * v.0
}

#[cfg(test)]
mod tests {
    use super::*;

    const N: (i64, i64) = (0, -1);
    const NE: (i64, i64) = (1, -1);
    const E: (i64, i64) = (1, 0);
    const SE: (i64, i64) = (1, 1);
    const S: (i64, i64) = (0, 1);
    const SW: (i64, i64) = (-1, 1);
    const W: (i64, i64) = (-1, 0);
    const NW: (i64, i64) = (-1, -1);
    const ROSE: [(i64, i64); 8] = [N, NE, E, SE, S, SW, W, NW];

    #[test]
    fn table_is_a_sine() {
        assert_eq!(SIN[0], 0);
        assert_eq!(SIN[30], SIN_SCALE / 2);
        assert_eq!(SIN[90], SIN_SCALE);
        for deg in 0..=90 {
            // sin² + cos² = 1 to the precision of the table; shifted so the squares fit.
            let (s, c) = (SIN[deg] / 1_000_000, SIN[90 - deg] / 1_000_000);
            let one = SIN_SCALE / 1_000_000;
            assert!((s * s + c * c - one * one).abs() < 4 * one, "{deg}");
        }
        assert!(SIN.is_sorted());
    }

    #[test]
    fn ex_32_cone() {
        assert!(within_deg((8, 0), (8, 2), 15));
        assert!(!within_deg((8, 0), (7, 2), 15));
        assert!(within_deg((8, 0), (8, -2), 15));
        assert!(!within_deg((8, 0), (-8, 0), 15));
    }

    #[test]
    fn ex_33_same_direction_is_inclusive() {
        assert!(within_deg((5, 0), (3, 3), 45));
        assert!(within_deg((5, 0), (3, -3), 45));
        assert!(!within_deg((5, 0), (3, 4), 45));
        assert!(!within_deg((5, 0), (1, 2), 63)); // 63.43 degrees
        assert!(!within_deg((5, 0), (100_000, 100_001), 45));
    }

    #[test]
    fn the_ends_of_the_half_turn() {
        assert!(within_deg((2, 1), (4, 2), 0));
        assert!(!within_deg((2, 1), (-4, -2), 0));
        assert!(!within_deg((2, 1), (4, 3), 0));
        assert!(within_deg((2, 1), (-4, -2), 180));
        assert!(!within_deg((2, 1), (-4, -2), 179));
        assert!(within_deg((2, 0), (0, 7), 90) && !within_deg((2, 0), (-1, 7), 90));
        assert!(within_deg((i64::MAX, 1), (i64::MAX, i64::MAX), 45));
    }

    #[test]
    fn angle_is_monotone_in_degrees_for_every_small_vector() {
        for x in -9..=9 {
            for y in -9..=9 {
                if (x, y) != (0, 0) {
                    let inside: Vec<_> = (0..=180).map(|d| within_deg((7, 3), (x, y), d)).collect();
                    assert!(inside.is_sorted() && inside[180], "{x},{y}");
                }
            }
        }
    }

    #[test]
    fn bearings_run_clockwise_from_north() {
        let mut shuffled = [S, NW, E, N, SW, NE, W, SE];
        shuffled.sort_by(|a, b| bearing_cmp(*a, *b));
        assert_eq!(shuffled, ROSE);
        assert_eq!(bearing_cmp((2, 2), (5, 5)), Ordering::Equal);
        assert_eq!(bearing_cmp((2, 2), (-5, -5)), Ordering::Less);
    }

    /// The gang-up table of Better World section 10; the last column is "two on opposite sides".
    #[test]
    fn gang_up_table() {
        type Row = (&'static [(i64, i64)], u8, bool);
        let rows: [Row; 12] = [
            (&[N], 1, false),
            (&[N, NE], 2, false),
            (&[N, E], 2, false),
            (&[N, SE], 2, true),
            (&[N, S], 2, true),
            (&[N, NE, E], 2, false),
            (&[NW, N, NE], 2, false),
            (&[N, NE, S], 3, true),
            (&[W, N, E], 3, true),
            (&[N, E, S, W], 4, true),
            (&[NE, SE, SW, NW], 4, true),
            (&ROSE, 4, true),
        ];
        for (set, sectors, opposite) in rows {
            assert_eq!(sectors_occupied(set), sectors, "{set:?}");
            assert_eq!(any_at_least_apart(set, 135), opposite, "{set:?}");
            let mut back = set.to_vec();
            back.reverse();
            assert_eq!(sectors_occupied(&back), sectors, "order must not matter");
        }
        assert_eq!(sectors_occupied(&[]), 0);
    }

    #[test]
    fn ex_18_no_fifth_attacker() {
        assert!(fits_sectors(&[]) && fits_sectors(&[N]) && fits_sectors(&[N, E, S, W]));
        assert!(!fits_sectors(&[N, E, S, W, NE]));
        assert!(!fits_sectors(&[N, NE, E]), "no rotation separates the three");
        assert!(fits_sectors(&[N, NE, SE]));
        assert!(!fits_sectors(&[N, N]));
    }
}
