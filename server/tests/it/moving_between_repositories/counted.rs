//! What was counted of entries goes along with them.

use primitives::NodeRole;
use security::Principal;

use super::{action, relocate};
use crate::copying::another_repository;
use crate::harness::on_disks;
use crate::insights::{sum_up, view};
use crate::test_users::TestUser;

const DAY: i64 = 86_400;

/// What is used most in a repository, and how many views its days have.
async fn told(who: &TestUser<'_>, top: i64) -> (Vec<(String, i64)>, i64) {
    let used = who.get(&format!("insights/repository/{top}/used")).await.ok();
    let used = used["items"].as_array().unwrap().iter();
    let used = used.map(|item| (item["entry"]["name"].as_str().unwrap().to_owned(), item["number"].as_i64().unwrap()));
    let days = who.get(&format!("insights/repository/{top}")).await.ok();
    let views = days["items"].as_array().unwrap().iter().map(|day| day["views"].as_i64().unwrap()).sum();
    (used.collect(), views)
}

#[test]
fn what_was_counted_goes_along_after_a_move() {
    on_disks(async |server| {
        let (wim, mia) = (server.user("wim"), server.user("mia"));
        let second = another_repository(server).await;
        server.grant(second, Principal::Group(server.groups["managers"]), NodeRole::Manager).await;
        let folder = wim.folder(server.top, "Folder").await.id();
        let file = wim.upload(folder, "a.txt", "words").await.id();
        let stays = wim.upload(server.top, "b.txt", "others").await.id();
        view(&wim, file).await;
        view(&wim, stays).await;
        sum_up(server).await;
        let (moves, rest) = (|number| ("a.txt".to_owned(), number), vec![("b.txt".to_owned(), 1)]);
        assert_eq!(told(&mia, server.top).await, ([rest.clone(), vec![moves(1)]].concat(), 2));

        let begun = relocate(&wim, folder, second).await.ok();
        let others = server.app.jobs().into_iter().filter(|kind| kind.name() != "insights.moved").collect();
        jobs::Worker::new(server.app.db.clone(), server.clock.clone(), others, 1).drain().await.unwrap();
        assert_eq!(action(&wim, &begun).await["status"], "success");
        // Until it has gone along, it is in no list, and counted where it was.
        assert_eq!(told(&mia, server.top).await, (rest.clone(), 2));
        assert_eq!(told(&mia, second).await, (vec![], 0));
        view(&mia, file).await;
        sum_up(server).await;
        assert_eq!((told(&mia, server.top).await.1, told(&mia, second).await.1), (3, 0));

        server.drain().await;
        for days in [0, 1] {
            server.clock.advance(days * DAY);
            sum_up(server).await;
            let mia = server.sign_in("mia").await;
            assert_eq!(told(&mia, server.top).await, (rest.clone(), 1));
            assert_eq!(told(&mia, second).await, (vec![moves(2)], 2));
        }
        let below = "SELECT COUNT(*) FROM insights_acl_day WHERE views < 0";
        assert_eq!(server.count(below).await, 0, "nothing is taken from where it is not");
    });
}
