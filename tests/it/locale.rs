//! Both languages say the same.

use rubezh::shelf::Shelf;

#[test]
fn both_languages_have_the_same_keys_and_variables() {
    let Ok(shelf) = Shelf::load(None) else { panic!("what ships is good") };
    assert_eq!(shelf.words.mismatches(), [""; 0]);
}

/// A file of words that is in the folder and not in the program would be dead.
#[test]
fn every_file_of_words_is_built_in() {
    let program = std::fs::read_to_string("src/locale/mod.rs").unwrap();
    for lang in ["ru", "en"] {
        for entry in std::fs::read_dir(format!("assets/locale/{lang}")).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            assert!(program.contains(&format!("\"{name}\"")), "{}", path.display());
        }
    }
}
