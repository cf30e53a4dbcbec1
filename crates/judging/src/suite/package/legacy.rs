//! Groups within groups with graders, as the legacy format has them.

use std::path::Path;

use super::{Reader, SETTINGS, Settings, Worth, meant, unsupported};
use crate::files::FileError;
use crate::suite::plan::{Accepts, Grader, Group, Item, Scale, Scoring, Visibility};

impl Reader<'_> {
    /// Reads `data` as a group that has samples and secret data in it.
    pub(super) fn read_graded(&mut self, settings: &Settings) -> Result<Grader, FileError> {
        let data = self.root.join("data");
        let mut grader = self.grader(&data, settings)?;
        for (name, visibility) in [
            ("sample", Visibility::Visible),
            ("secret", Visibility::Hidden),
        ] {
            let folder = data.join(name);
            if folder.is_dir() {
                let inner = self.graded(&folder, settings, visibility)?;
                grader.items.push(Item::Group(inner));
            }
        }
        self.set_most(&mut grader, settings)?;
        Ok(grader)
    }

    /// Reads a folder with all that is in it.
    fn graded(
        &mut self,
        folder: &Path,
        outer: &Settings,
        visibility: Visibility,
    ) -> Result<Grader, FileError> {
        let settings = self.settings(folder, outer)?;
        let mut grader = self.grader(folder, &settings)?;
        grader.only_last = false;
        let entries = meant(folder)?;
        let is_input = |path: &Path| path.extension().is_some_and(|it| it == "in");
        let is_case = |path: &&std::path::PathBuf| is_input(path) && path.is_file();
        if entries.iter().any(|path| is_case(&path)) {
            grader.group = Some(self.package.groups.len());
            self.package.groups.push(Group {
                name: self.name(folder),
                points: 0.0,
                ..Worth::NOTHING.group()
            });
        }
        let accepted = settings.accept_score.unwrap_or(1.0);
        // The cases of a group come one after the other.
        let first = self.package.placed.len();
        for input in entries.iter().filter(is_case) {
            let scale =
                (self.package.is_scoring && self.has_validator).then_some(Scale::OrElse(accepted));
            self.place(
                input,
                &settings,
                self.package.groups.len() - 1,
                visibility,
                scale,
            )?;
        }
        let mut case = first;
        for path in &entries {
            if is_case(&path) {
                grader.items.push(Item::Case {
                    case,
                    accepted: (!self.has_validator).then_some(accepted),
                    rejected: settings.reject_score.unwrap_or(0.0),
                });
                case += 1;
            } else if path.is_dir() && path.extension().is_none_or(|ending| ending != "files") {
                let inner = self.graded(path, &settings, visibility)?;
                grader.items.push(Item::Group(inner));
            }
        }
        self.set_most(&mut grader, &settings)?;
        if let Some(group) = grader.group {
            self.package.groups[group].points = grader.most;
        }
        Ok(grader)
    }

    /// The grader of a folder with these settings, without what is in it.
    fn grader(&self, folder: &Path, settings: &Settings) -> Result<Grader, FileError> {
        let malformed = |problem: String| FileError::new(folder.join(SETTINGS[1]), problem);
        let mut grader = Grader {
            group: None,
            items: Vec::new(),
            breaks: match settings.on_reject.as_deref() {
                None | Some("break") => true,
                // Kattis takes this for `continue`.
                Some("continue" | "grade") => false,
                Some(other) => {
                    let other = other.escape_default();
                    let problem = format!("found on_reject '{other}', expected break or continue");
                    return Err(malformed(problem));
                }
            },
            accepts: Accepts::All,
            scoring: Scoring::Sum,
            only_last: false,
            most: 0.0,
        };
        if settings.grading.as_deref() == Some("custom") {
            return Err(unsupported(folder, "a grader of its own"));
        }
        let mut has_any = false;
        for flag in settings
            .grader_flags
            .iter()
            .flat_map(|it| it.split_ascii_whitespace())
        {
            match flag {
                "worst_error" | "no_errors" | "first_error" => grader.accepts = Accepts::All,
                "always_accept" => grader.accepts = Accepts::Always,
                "accept_if_any_accepted" => has_any = true,
                "ignore_sample" => grader.only_last = true,
                "sum" => grader.scoring = Scoring::Sum,
                "avg" => grader.scoring = Scoring::Avg,
                "min" => grader.scoring = Scoring::Min,
                "max" => grader.scoring = Scoring::Max,
                other => {
                    let other = other.escape_default();
                    return Err(malformed(format!(
                        "found grader_flags with '{other}', expected worst_error, first_error, \
                         always_accept, sum, avg, min, max, ignore_sample or accept_if_any_accepted"
                    )));
                }
            }
        }
        if has_any && grader.accepts == Accepts::All {
            grader.accepts = Accepts::Any;
        }
        Ok(grader)
    }

    /// Finds out how many points a group may have.
    fn set_most(&self, grader: &mut Grader, settings: &Settings) -> Result<(), FileError> {
        let items = grader.items.iter().map(|item| match item {
            Item::Group(inner) => inner.most,
            Item::Case {
                accepted, rejected, ..
            } => accepted.map_or(f64::INFINITY, |accepted| accepted.max(*rejected)),
        });
        let mut most: Vec<f64> = items.collect();
        if grader.only_last && most.len() > 1 {
            most.drain(..most.len() - 1);
        }
        grader.most = grader.scoring.of(&most);
        if let Some(range) = &settings.range {
            let bounds = range.split_ascii_whitespace().map(str::parse::<f64>);
            let bounds: Result<Vec<f64>, _> = bounds.collect();
            match bounds.as_deref() {
                Ok([least, most]) if least <= most => grader.most = grader.most.min(*most),
                _ => {
                    let range = range.escape_default();
                    return Err(FileError::new(
                        self.root.join("data"),
                        format!("found range '{range}', expected two numbers"),
                    ));
                }
            }
        }
        // What cannot be had is worth nothing to whoever looks for points.
        grader.most = grader.most.max(0.0);
        Ok(())
    }
}
