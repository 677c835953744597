//! Files and folders as calls leave them, and as a disk may hold them when the power goes.

use std::collections::{BTreeMap, HashMap};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use super::trace::Moment;
use crate::campaign::Dice;

/// What a disk writes whole or not at all.
const SECTOR: usize = 512;

/// The number of a file or folder, whatever it is called.
type Node = usize;
const ROOT: Node = 0;

#[derive(Clone)]
enum Change {
    Bytes { at: usize, bytes: Vec<u8> },
    Length(usize),
}

/// A change of a folder's names.
#[derive(Clone)]
enum Naming {
    Set {
        name: OsString,
        node: Node,
    },
    Removed {
        name: OsString,
    },
    /// Set here, and taken away from another name.
    Moved {
        from: Node,
        from_name: OsString,
        name: OsString,
        node: Node,
    },
}

/// All that was done to a file or folder; the first so many changes are sure.
#[derive(Default)]
struct File {
    is_folder: bool,
    content: Vec<Change>,
    names: Vec<(usize, Naming)>,
    sure: usize,
}

#[derive(Clone, Copy)]
struct Open {
    node: Node,
    place: usize,
    appends: bool,
}

/// The files below one folder.
pub(super) struct Disk {
    root: PathBuf,
    files: Vec<File>,
    /// As the system sees them.
    names: HashMap<Node, BTreeMap<OsString, Node>>,
    /// Places are shared between copies of a descriptor.
    descriptors: HashMap<u32, usize>,
    open: Vec<Open>,
    syncing: HashMap<u32, (Node, usize)>,
    n_namings: usize,
}

impl Disk {
    pub(super) fn new(root: &Path) -> Self {
        let files = vec![File { is_folder: true, ..File::default() }];
        let (names, descriptors) = (HashMap::from([(ROOT, BTreeMap::new())]), HashMap::new());
        let (open, syncing) = (Vec::new(), HashMap::new());
        Self { root: root.to_owned(), files, names, descriptors, open, syncing, n_namings: 0 }
    }

    /// Whatever lies elsewhere is left out.
    fn find(&self, path: &Path) -> Option<Node> {
        let mut node = ROOT;
        for name in path.strip_prefix(&self.root).ok()? {
            node = *self.names.get(&node)?.get(name)?;
        }
        Some(node)
    }

    fn parent(&self, path: &Path) -> Option<(Node, OsString)> {
        Some((self.find(path.parent()?)?, path.file_name()?.to_owned()))
    }

    fn make(&mut self, path: &Path, is_folder: bool) -> Option<Node> {
        let (folder, name) = self.parent(path)?;
        let node = self.files.len();
        self.files.push(File { is_folder, ..File::default() });
        if is_folder {
            self.names.insert(node, BTreeMap::new());
        }
        self.name(folder, Naming::Set { name, node });
        Some(node)
    }

    fn name(&mut self, folder: Node, naming: Naming) {
        rename(&mut self.names, folder, &naming);
        self.files[folder].names.push((self.n_namings, naming));
        self.n_namings += 1;
    }

    fn place(&mut self, fd: u32) -> Option<&mut Open> {
        self.descriptors.get(&fd).map(|place| &mut self.open[*place])
    }

    pub(super) fn apply(&mut self, moment: &Moment) {
        // Nothing is to be done for what lies elsewhere.
        let _ = self.try_apply(moment);
    }

    fn try_apply(&mut self, moment: &Moment) -> Option<()> {
        match moment {
            Moment::Opened { fd, path, creates, empties, appends } => {
                self.descriptors.remove(fd);
                let node = match self.find(path) {
                    Some(node) => node,
                    None if *creates => self.make(path, false)?,
                    None => return None,
                };
                if *empties {
                    self.files[node].content.push(Change::Length(0));
                }
                self.descriptors.insert(*fd, self.open.len());
                self.open.push(Open { node, place: 0, appends: *appends });
            }
            Moment::Closed(fd) => drop(self.descriptors.remove(fd)),
            Moment::Copied { from, to } => match self.descriptors.get(from).copied() {
                Some(place) => drop(self.descriptors.insert(*to, place)),
                None => drop(self.descriptors.remove(to)),
            },
            Moment::Moved { fd, to } => self.place(*fd)?.place = usize::try_from(*to).unwrap(),
            Moment::Written { fd, at, bytes } => {
                let Open { node, place, appends } = *self.place(*fd)?;
                let end = || length(&self.files[node].content);
                let at = at.map_or_else(|| if appends { end() } else { place }, |at| usize::try_from(at).unwrap());
                self.place(*fd)?.place = at + bytes.len();
                self.files[node].content.push(Change::Bytes { at, bytes: bytes.clone() });
            }
            Moment::Cut { fd, length } => {
                let node = self.place(*fd)?.node;
                self.files[node].content.push(Change::Length(usize::try_from(*length).unwrap()));
            }
            Moment::SyncBegins { thread, fd } => {
                let node = self.place(*fd)?.node;
                let file = &self.files[node];
                let n_changes = if file.is_folder { file.names.len() } else { file.content.len() };
                self.syncing.insert(*thread, (node, n_changes));
            }
            Moment::SyncEnds { thread } => {
                let (node, n_changes) = self.syncing.remove(thread)?;
                self.files[node].sure = self.files[node].sure.max(n_changes);
            }
            Moment::Renamed(from, to) => {
                let ((from_folder, from_name), (folder, name)) = (self.parent(from)?, self.parent(to)?);
                let node = self.find(from)?;
                self.name(folder, Naming::Moved { from: from_folder, from_name, name, node });
            }
            Moment::Linked(from, to) => {
                let (node, (folder, name)) = (self.find(from)?, self.parent(to)?);
                self.name(folder, Naming::Set { name, node });
            }
            Moment::Removed(path) => {
                let (folder, name) = self.parent(path)?;
                self.name(folder, Naming::Removed { name });
            }
            Moment::FolderMade(path) => drop(self.make(path, true)?),
            Moment::Answered(_) => {}
        }
        Some(())
    }

    /// Writes what a disk may hold now: with `all`, everything that was done.
    pub(super) fn write_to(&self, folder: &Path, all: bool, dice: &mut Dice) {
        let mut kept: Vec<(usize, Node, &Naming)> = Vec::new();
        for (node, file) in self.files.iter().enumerate().filter(|(_, file)| file.is_folder) {
            let n = if all { file.names.len() } else { file.sure + dice.below(file.names.len() - file.sure + 1) };
            kept.extend(file.names[..n].iter().map(|(order, naming)| (*order, node, naming)));
        }
        kept.sort_by_key(|(order, ..)| *order);
        let mut names = HashMap::from([(ROOT, BTreeMap::new())]);
        for (_, node, naming) in kept {
            rename(&mut names, node, naming);
        }
        self.write_folder(ROOT, &names, folder, all, dice);
    }

    fn write_folder(
        &self,
        node: Node,
        names: &HashMap<Node, BTreeMap<OsString, Node>>,
        folder: &Path,
        all: bool,
        dice: &mut Dice,
    ) {
        for (name, child) in names.get(&node).into_iter().flatten() {
            let (path, file) = (folder.join(name), &self.files[*child]);
            if file.is_folder {
                fs::create_dir(&path).unwrap();
                self.write_folder(*child, names, &path, all, dice);
            } else {
                fs::write(path, content(file, all, dice)).unwrap();
            }
        }
    }
}

fn rename(names: &mut HashMap<Node, BTreeMap<OsString, Node>>, folder: Node, naming: &Naming) {
    match naming {
        Naming::Set { name, node } => drop(names.entry(folder).or_default().insert(name.clone(), *node)),
        Naming::Removed { name } => drop(names.entry(folder).or_default().remove(name)),
        Naming::Moved { from, from_name, name, node } => {
            names.entry(*from).or_default().remove(from_name);
            names.entry(folder).or_default().insert(name.clone(), *node);
        }
    }
}

fn length(changes: &[Change]) -> usize {
    changes.iter().fold(0, |length, change| match change {
        Change::Bytes { at, bytes } => length.max(at + bytes.len()),
        Change::Length(length) => *length,
    })
}

/// What is sure of a file, and what chance keeps of the rest.
fn content(file: &File, all: bool, dice: &mut Dice) -> Vec<u8> {
    let mut content = Vec::new();
    for (n, change) in file.content.iter().enumerate() {
        // Two in five of what is not sure are there, two are not, and one is torn.
        let chance = if all || n < file.sure { 0 } else { dice.below(5) };
        match change {
            Change::Length(length) if chance < 2 => content.resize(*length, 0),
            Change::Bytes { at, bytes } if chance < 2 || chance == 4 => {
                content.resize(content.len().max(at + bytes.len()), 0);
                let mut place = *at;
                let first = (SECTOR - at % SECTOR).min(bytes.len());
                let (first, rest) = bytes.split_at(first);
                for sector in std::iter::once(first).chain(rest.chunks(SECTOR)) {
                    if chance < 2 || dice.below(2) == 0 {
                        content[place..place + sector.len()].copy_from_slice(sector);
                    }
                    place += sector.len();
                }
            }
            _ => {}
        }
    }
    content
}
