//! A script that cannot be performed is an error with line, column and advice.

use reenact::Form;
use reenact_make::Script;
use reenact_testkit::growth::assert_linear;

fn refused(text: &str) -> String {
    match Script::parse(text) {
        Ok(_) => panic!("taken:\n{text}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn says_what_is_wrong_and_where() {
    // Text after the first line, which is a comment, and the expected message.
    let cases = [
        ("rate_hz = \"60\"", "line 2, column 11: rate_hz must be a number"),
        ("rate_hz = 0", "line 2, column 11: the rate must be from 1 to 1000 Hz, not 0"),
        ("rate_hz = nan", "line 2, column 11: the rate must be from 1 to 1000 Hz, not NaN"),
        (
            "seed = -1",
            "line 2, column 8: the seed must be a whole number from 0 to 18446744073709551615, not -1",
        ),
        ("noise = 1", "line 2, column 9: noise must be true or false"),
        ("space = \"room\"", "line 2, column 9: no space \"room\": there are head, world"),
        ("head = 3", "line 2, column 8: head must be a table: [head]"),
        (
            "[head]\nstart = [0, 1]",
            "line 3, column 9: start must be a point: [right, up, forward] in metres",
        ),
        (
            "[head]\nstart = [0, 1, 1e9]",
            "line 3, column 16: each number of start must be from -1000 to 1000",
        ),
        (
            "[left]\npose = \"Fist\"",
            "line 3, column 8: no pose \"Fist\": did you mean \"fist\"? there are open, relaxed, pinch-ready, pinch, grasp, \
             fist, point, thumb-up",
        ),
        ("act = 3", "line 2, column 7: act must be a list: [[act]]"),
        ("act = [3]", "line 2, column 8: an act must be a table: [[act]]"),
        ("[[act]]\nsecs = 1", "line 2, column 1: an act needs do"),
        ("[[act]]\ndo = \"wait\"", "line 2, column 1: act \"wait\" needs secs"),
        (
            "[[act]]\ndo = \"dragg\"",
            "line 3, column 6: no act \"dragg\": did you mean \"drag\"? there are wait, marker, look, turn, walk, move, pose, \
             pinch, drag, grab, poke, rest, hide, show",
        ),
        (
            "[[act]]\ndo = \"wait\"\nsec = 1\nsecs = 2",
            "line 4, column 1: no key in act \"wait\" \"sec\": did you mean \"secs\"? there are do, secs, start_secs, meanwhile",
        ),
        (
            "[[act]]\ndo = \"rest\"\nhand = \"both\"",
            "line 4, column 8: no hand \"both\": there are left, right",
        ),
        (
            "[[act]]\ndo = \"drag\"\nhand = \"left\"",
            "line 2, column 1: act \"drag\" needs to or path",
        ),
        (
            "[[act]]\ndo = \"drag\"\nhand = \"left\"\npath = []",
            "line 5, column 8: path must be a list of points",
        ),
        (
            "[[act]]\ndo = \"poke\"\nhand = \"left\"\nat = [0, -0.2, 0.4]\nalong = [0, 0, 0]",
            "line 6, column 9: along must be a direction, such as [0, 0, 1] for straight ahead",
        ),
        (
            "[[act]]\ndo = \"wait\"\nsecs = 1\nstart_secs = 0\nmeanwhile = true",
            "line 6, column 13: start_secs and meanwhile cannot be combined",
        ),
        (
            "[[act]]\ndo = \"move\"\nhand = \"right\"\nto = [0, 0, 2]",
            "line 5, column 6: the right hand cannot reach this point at 0.600 s: it is 1.53 m out of the arm's reach; walk first, or set \
             reach = \"any\" at the top",
        ),
        (
            "[[act]]\ndo = \"rest\"\nhand = \"right\"\n[[act]]\ndo = \"rest\"\nhand = \"right\"\nmeanwhile = true",
            "line 5, column 1: this act starts at 0.000 s, but the right hand is busy until 0.600 s",
        ),
        (
            "[[act]]\ndo = \"walk\"\nto = [0, 0, 1]\n[[act]]\ndo = \"turn\"\nyaw_deg = 5\nstart_secs = 1",
            "line 5, column 1: this act starts at 1.000 s, but the person is walking or turning until 1.250 s",
        ),
        (
            "secs = 1\n[[act]]\ndo = \"wait\"\nsecs = 2",
            "line 2, column 8: secs is 1, but the acts take 2.000 s",
        ),
    ];
    for (text, message) in cases {
        assert_eq!(refused(&format!("# a script\n{text}")), message, "{text}");
    }
}

#[test]
fn what_is_no_toml_is_refused_with_its_place_in_one_line() {
    for (text, start) in [
        ("a = \n", "line 1, column 5: "),
        ("a = 1\na = 2\n", "line 2, column 1: "),
        ("[[act]\n", "line 1, column 7: "),
        ("x = \"\u{0}\"", "line 1, column 6: "),
    ] {
        let message = refused(text);
        assert!(message.starts_with(start), "{text:?}: {message}");
        assert_eq!(message.lines().count(), 1, "{message}");
    }
    assert!(refused(&"[".repeat(100_000)).len() < 300);
}

#[test]
fn a_script_cannot_ask_for_more_than_its_share_of_memory() {
    let waits = |secs: &str, rate_hz: u32, times: usize| {
        format!(
            "rate_hz = {rate_hz}\n{}",
            format!("[[act]]\ndo = \"wait\"\nsecs = {secs}\n").repeat(times)
        )
    };
    assert_eq!(
        refused(&waits("3600", 1000, 1)),
        "3600 s at 1000 Hz are 3600001 frames, more than the limit of 250000: choose less than 250 s or a lower rate"
    );
    assert_eq!(
        refused(&waits("3600", 1, 25)),
        "line 74, column 1: the script is longer than 86400 s from this act on"
    );
    assert!(refused(&waits("1e300", 1, 1)).ends_with("secs must be from 0 to 3600"));
    assert!(refused("secs = 1e30").ends_with(
        "seconds must be from 0 to 86400 (24 hours), not 1000000000000000000000000000000"
    ));
    let most = Script::parse(&waits("249.999", 1000, 1)).unwrap();
    assert_eq!(most.frames(), 250_000);
    let error = most.with_rate_hz(f32::NAN).unwrap_err();
    assert_eq!(error.to_string(), "the rate must be from 1 to 1000 Hz, not NaN");
    let minute = Script::parse(&waits("600", 60, 1)).unwrap();
    assert!(minute.with_rate_hz(1000.0).unwrap_err().message().contains("600001 frames"));
}

#[test]
fn reach_any_lets_a_hand_go_anywhere() {
    let text =
        "reach = \"any\"\nnoise = false\n[[act]]\ndo = \"move\"\nhand = \"right\"\nto = [3, 1, -2]";
    let take = Script::parse(text).unwrap().perform(Form::MRTK_1_1);
    let key = crate::common::hand(&take, reenact::hand::Side::Right);
    let palm = key.last().unwrap().at(reenact::hand::Joint::Palm);
    assert!(palm.distance(glam::DVec3::new(3.0, 2.6, -2.0)) < 1e-6, "{palm}");
}

#[test]
fn scripts_are_read_in_linear_time() {
    let parse = |text: &[u8]| _ = Script::parse(std::str::from_utf8(text).unwrap());
    let markers =
        |n: usize| "[[act]]\ndo = \"marker\"\nname = \"a\\nb\"\n".repeat(n * 500).into_bytes();
    assert_linear("markers", markers, parse);
    let name = |n: usize| {
        let name = "\\n\\\"".repeat(n * 30_000);
        format!("[[act]]\ndo = \"marker\"\nname = \"{name}\"\n").into_bytes()
    };
    assert_linear("a name of escapes", name, parse);
    assert_linear("brackets", |n| b"[[".repeat(n * 20_000), parse);
}
