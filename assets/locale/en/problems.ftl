# Problems in data files. Each message says what is wrong at the place that is shown with it;
# the message of the same name with -help says how to mend it.
# An argument named count or ending in _count is a number, all others are text.

# --- Writing ---

problem-value = A value is expected here, not “{ $found }”.
problem-value-help = Write a number, a text in quotation marks, a name, or brackets with values.
problem-comma = A comma is missing before “{ $found }”.
problem-comma-help = Put a comma here.
problem-comma-or-close = A comma or “{ $close }” is expected here, not “{ $found }”.
problem-comma-or-close-help = Separate the values by commas and close the brackets with “{ $close }”.
problem-colon = A colon is missing before “{ $found }”.
problem-colon-help = Write a colon between a name and its value, as in name: 5
problem-field-name = A field is expected here, not “{ $found }”.
problem-field-name-help = Among fields each value needs its name, without quotation marks: name: value
problem-char = Exactly one character belongs between apostrophes.
problem-char-help = A longer text stands in quotation marks: "text"
problem-end = The file should end here, but “{ $found }” follows.
problem-end-help = Delete the rest. If these are fields, put round brackets around the whole: ( … )
problem-attribute = “{ $found }” is not known here.
problem-attribute-help = Delete the line: data files need no such marks.
problem-unclosed = The bracket “{ $open }” is not closed: “{ $found }” on line { $line } stands where “{ $close }” should be.
problem-unclosed-end = The bracket “{ $open }” is not closed before the end of the file.
problem-unclosed-help = Add “{ $close }” after the last value in these brackets.
problem-unclosed-text = The text that begins here has no closing quotation mark.
problem-unclosed-text-help = Add " at the end of the text.
problem-unclosed-comment = The comment that begins here is not closed.
problem-unclosed-comment-help = Add */ at the end of the comment.
problem-bad-escape = “{ $found }” is no known special character.
problem-bad-escape-help = Write a backslash as \\; \n starts a new line, \" is a quotation mark.
problem-bad-number = “{ $found }” is not a number.
problem-bad-number-help = Write it like 12, -3 or 1.5; if it is a text, put it in quotation marks.
problem-empty = The file is empty.
problem-empty-help = Copy one of the shipped files and change it.
problem-too-deep = { $count ->
    [one] The brackets nest deeper than { $count } level.
   *[other] The brackets nest deeper than { $count } levels.
}
problem-too-deep-help = Check whether an opening bracket was typed too often.
problem-too-large = The file is larger than { $megabytes } MB.
problem-too-large-help = Check whether this is the right file, or split it.
problem-not-utf8 = From here on, the file is not text in the UTF-8 encoding.
problem-not-utf8-help = Save the file in your editor with the encoding UTF-8.
problem-too-many = { $count ->
    [one] After { $count } problem the rest of the file was not looked at.
   *[other] After { $count } problems the rest of the file was not looked at.
}
problem-too-many-help = Mend these and check again.

# --- Fields and values ---

problem-unknown-field = There is no field “{ $name }” here.
problem-unknown-variant = The name “{ $name }” is not known here.
problem-no-fields-help = Delete it: nothing belongs in these brackets.
problem-near-help = Did you mean “{ $near }”? Possible here: { $valid }.
problem-near-only-help = Did you mean “{ $near }”?
problem-valid-help = Possible here: { $valid }.
problem-missing-field = The field “{ $name }” is missing.
problem-missing-field-help = Add “{ $name }: …” in these brackets.
problem-wrong-type = Expected here: { $expected ->
    [bool] true or false
    [integer] a whole number
    [number] a number
    [text] a text in quotation marks
    [char] one character in apostrophes
    [list] a list in square brackets
    [tuple] values in round brackets
    [struct] fields in round brackets
    [map] pairs in curly brackets
    [unit] empty brackets
    [variant] one of several names
    [word] a name without brackets
    [bracketed] a name with brackets
   *[other] another value
}; found: { $found ->
    [bool] true or false
    [integer] a whole number
    [number] a number with a fraction
    [not-finite] inf or NaN, which is no number
    [text] a text in quotation marks
    [char] a character in apostrophes
    [list] a list in square brackets
    [tuple] values in round brackets
    [struct] fields in round brackets
    [map] pairs in curly brackets
    [unit] empty brackets
    [word] a name without quotation marks
    [bracketed] a name with brackets
    [some] Some(…)
    [none] None
   *[other] something else
}.
problem-wrong-type-help = { $expected ->
    [bool] Write true or false, without quotation marks.
    [integer] Write a whole number without quotation marks, such as 12.
    [number] Write a number without quotation marks, such as 1.5.
    [text] Put the text in quotation marks: "text"
    [char] Write one character in apostrophes: 'a'
    [list] Put the values in square brackets: [ …, … ]
    [tuple] Put the values in round brackets: ( …, … )
    [struct] Write round brackets with fields: ( name: value, … )
    [map] Write curly brackets with pairs: {"{"} key: value, … {"}"}
    [unit] Write ().
    [word] Write the name alone, without brackets.
    [bracketed] Write brackets with values behind the name.
   *[other] Replace the value.
}
problem-wrong-name = The name “{ $name }” does not belong before these brackets.
problem-wrong-name-help = Leave the name out.
problem-wrong-length = { $count ->
    [one] { $count } value is needed here
   *[other] { $count } values are needed here
}, but { $found_count ->
    [0] there is none.
    [one] there is { $found_count }.
   *[other] there are { $found_count }.
}
problem-wrong-length-help = { $count ->
    [one] Leave exactly { $count } value in the brackets.
   *[other] Write exactly { $count } values in the brackets.
}
problem-out-of-range = The number { $value } does not fit here.
problem-out-of-range-help = Write a whole number from { $min } to { $max }.
problem-negative-help = Write a number without a minus.
problem-too-far-help = Write a number nearer to zero.
problem-zero = Zero does not fit here.
problem-zero-help = Write a number other than 0, or delete the whole field if it is optional.
problem-duplicate = “{ $name }” stands here for the second time.
problem-duplicate-help = Keep one of the two.
problem-custom = This value does not fit: { $text }
