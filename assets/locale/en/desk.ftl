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
