//! Choosing a file inside the window: no dialog of the system is needed, so it works on a kiosk
//! and speaks the program's language.

use super::icon::Icon;
use super::model::Intent;
use crate::locale::speak::Speaker;
use crate::table::{Theme, Wish};
use bevy_egui::egui::{Align2, Context};
use egui_file_dialog::{DialogState, FileDialog, FileDialogLabels};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// What the chosen file is for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// It is opened.
    Open,
    /// The table is saved to it.
    Save,
    /// The log is written to it.
    Log,
}

/// The dialog, while it is open. It is never locked by two at once; the lock only makes it fit to
/// be kept beside the panels.
#[derive(Default)]
pub struct Files(Option<(Mutex<FileDialog>, Purpose)>);

impl Files {
    /// Whether the dialog is open.
    pub fn is_open(&self) -> bool {
        self.0.is_some()
    }

    /// Closes the dialog without a choice.
    pub fn close(&mut self) {
        self.0 = None;
    }

    /// Opens the dialog in a folder.
    ///
    /// The dialog draws its search field dark under every theme, so a light one goes without.
    pub fn open(&mut self, purpose: Purpose, folder: Option<&Path>, theme: Theme, say: &Speaker) {
        let title = match purpose {
            Purpose::Open => "file-open-title",
            Purpose::Save => "file-save-title",
            Purpose::Log => "file-log-title",
        };
        let (kind, kinds, name, ending) = match purpose {
            Purpose::Open | Purpose::Save => {
                ("file-table", "file-scenarios", "file-default", "ron")
            }
            Purpose::Log => ("file-text", "file-text", "file-default-log", "txt"),
        };
        let (kind, kinds) = (say.key(kind), say.key(kinds));
        let mut dialog = FileDialog::new()
            .labels(labels(say))
            .title(&say.key(title))
            .as_modal(true)
            .anchor(Align2::CENTER_CENTER, [0.0, 0.0])
            .default_size([760.0, 440.0])
            .show_search(theme != Theme::Light)
            .default_file_name(&format!("{}.{ending}", say.key(name)))
            .add_file_filter_extensions(&kinds, vec![ending])
            .default_file_filter(&kinds)
            .add_save_extension(&kind, ending)
            .default_save_extension(&kind);
        if let Some(folder) = folder.filter(|folder| folder.is_dir()) {
            dialog = dialog.initial_directory(folder.to_owned());
        }
        match purpose {
            Purpose::Open => dialog.pick_file(),
            Purpose::Save | Purpose::Log => dialog.save_file(),
        }
        self.0 = Some((Mutex::new(dialog), purpose));
    }

    /// Draws the dialog; when a file was chosen gives the wish and the folder to remember.
    pub fn show(&mut self, ctx: &Context) -> Option<(Intent, Option<PathBuf>)> {
        let (dialog, purpose) = self.0.as_mut()?;
        let dialog = dialog.get_mut().ok()?;
        dialog.update(ctx);
        let chosen = match dialog.state() {
            DialogState::Picked(path) => path.clone(),
            DialogState::Cancelled | DialogState::Closed => {
                self.0 = None;
                return None;
            }
            DialogState::Open | DialogState::PickedMultiple(_) => return None,
        };
        let folder = chosen.parent().map(Path::to_owned);
        let wish = match purpose {
            Purpose::Open => Wish::Open(chosen),
            Purpose::Save => Wish::Save(chosen),
            Purpose::Log => Wish::ExportLog(chosen),
        };
        self.0 = None;
        Some((Intent::Wish(wish), folder))
    }
}

/// The dialog's own words.
fn labels(say: &Speaker) -> FileDialogLabels {
    let with = |icon: Icon, key: &str| format!("{} {}", icon.glyph(), say.key(key));
    FileDialogLabels {
        title_select_directory: say.key("file-open-title"),
        title_select_file: say.key("file-open-title"),
        title_select_multiple: say.key("file-open-title"),
        title_save_file: say.key("file-save-title"),
        cancel: say.key("cancel"),
        overwrite: say.key("file-overwrite"),
        reload: say.key("file-reload"),
        working_directory: say.key("file-working-directory"),
        select_all: say.key("file-select-all"),
        show_hidden: say.key("file-hidden"),
        show_system_files: say.key("file-system"),
        heading_pinned: say.key("file-pinned"),
        heading_places: say.key("file-places"),
        heading_devices: say.key("file-devices"),
        heading_removable_devices: say.key("file-removable"),
        home_dir: say.key("file-home"),
        desktop_dir: say.key("file-desktop"),
        documents_dir: say.key("file-documents"),
        downloads_dir: say.key("file-downloads"),
        audio_dir: say.key("file-audio"),
        pictures_dir: say.key("file-pictures"),
        videos_dir: say.key("file-videos"),
        pin_folder: say.key("file-pin"),
        unpin_folder: say.key("file-unpin"),
        rename_pinned_folder: say.key("file-rename-pin"),
        selected_directory: say.key("file-selected"),
        selected_file: say.key("file-selected"),
        selected_items: say.key("file-selected"),
        file_name: say.key("file-name"),
        file_filter_all_files: say.key("file-all"),
        save_extension_any: say.key("file-any-extension"),
        open_button: with(Icon::Open, "open"),
        save_button: with(Icon::Save, "save"),
        cancel_button: say.key("cancel"),
        overwrite_file_modal_text: say.key("file-overwrite-question"),
        err_empty_folder_name: say.key("file-folder-nameless"),
        err_empty_file_name: say.key("file-nameless"),
        err_directory_exists: say.key("file-folder-exists"),
        err_file_exists: say.key("file-exists"),
    }
}
