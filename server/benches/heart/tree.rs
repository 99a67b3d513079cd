//! Folders of every depth and a large one, with ACLs in both; the same every time.

use db::Db;
use primitives::NodeId;
use security::MarkId;

use crate::builder::Builder;
use crate::tenant::{GROUPS, Tenant};

const ACLS: usize = 5_000;
const DEEPEST: usize = 17;

/// Numbers that look random and are the same every time (splitmix).
pub struct SeededRng(pub u64);

impl SeededRng {
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % (end as u64)).unwrap()
    }
}

pub struct Tree {
    pub files: Vec<NodeId>,
    pub most: NodeId,
    pub elsewhere: NodeId,
    pub big: NodeId,
}

impl Tree {
    pub async fn grow(db: &Db, tenant: &Tenant, top: NodeId, mark: MarkId, nodes: usize) -> Self {
        let (mut builder, top) = Builder::at(db, tenant.id, top, mark).await;
        let groups = &tenant.groups;
        let mut rng = SeededRng(1);
        let most = builder.folder(&top, "most".into(), None);
        let elsewhere = builder.folder(&top, "elsewhere".into(), None);
        let big = builder.folder(&top, "big".into(), None);

        let (folders_wanted, acls_wanted) = (nodes / 20, ACLS.min(nodes / 200));
        let mut folders = vec![most.clone()];
        while folders.len() < folders_wanted {
            // Half of them go under the newest ones, so that the tree grows to its greatest depth.
            let newest = folders.len().min(40);
            let recent = folders.len() - newest + rng.below(newest);
            let parent = folders[if rng.below(2) == 0 { recent } else { rng.below(folders.len()) }].clone();
            if parent.depth < DEEPEST {
                let number = folders.len();
                let group = (number % (folders_wanted * 5 / 4 / acls_wanted) == 0).then(|| groups[number % GROUPS]);
                folders.push(builder.folder(&parent, format!("folder {number:06}"), group));
            }
        }
        let in_big = nodes / 10;
        let in_tree = nodes - in_big - folders_wanted;
        let mut files = Vec::new();
        for number in 0..in_tree {
            let word = if number % (in_tree / 1000.min(nodes / 100)) == 0 { "needle" } else { "asset" };
            let folder = &folders[rng.below(folders.len())];
            files.push(builder.file(folder, format!("{word}-{number:07}.jpg")));
        }
        for number in 0..in_big {
            let name = format!("photo-{number:07}.jpg");
            if number % (in_big * 5 / acls_wanted) == 0 {
                builder.marked_file(&big, name)
            } else {
                builder.file(&big, name);
            }
        }
        let deepest = folders.iter().map(|folder| folder.depth).max().unwrap();
        let (nodes, acls) = builder.size();
        eprintln!("{nodes} nodes, {acls} acls, {deepest} levels");
        builder.write(db).await;
        Self { files, most: most.node, elsewhere: elsewhere.node, big: big.node }
    }
}
