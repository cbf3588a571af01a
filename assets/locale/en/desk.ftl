# Files of the running program.

new-table = New table
toast-opened = Opened: { $title }
toast-new-table = An empty table. Add fighters, or open the demo.
toast-saved = Saved: { $file }
toast-log-exported = The log is written: { $file }
autosave-stopped = The table no longer saves itself. Save it by hand and start the program again.
toast-copies-broken = { $count ->
    [one] The newest copy of the table is broken; an older one was opened.
   *[other] The { $count } newest copies of the table are broken; an older one was opened.
}
toast-former-kept = The former table is kept: menu → Recent tables
toast-former-open = Back to the former table
recent = Recent tables
recent-hint = Tables are saved by themselves after every action. What opens is the latest state.
recent-none = There were no other tables yet. Tables are saved by themselves after every action.
ago-now = just now
ago-minutes = { $n ->
    [one] { $n } minute ago
   *[other] { $n } minutes ago
}
ago-hours = { $n ->
    [one] { $n } hour ago
   *[other] { $n } hours ago
}
ago-days = { $n ->
    [one] { $n } day ago
   *[other] { $n } days ago
}
