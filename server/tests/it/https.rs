//! If people use https, their browsers are told to use nothing else.

use vitrine::app::App;
use vitrine::settings::Settings;

use crate::harness::{on_both, serve};
use crate::stores::settings_in;
use crate::test_users::TestUser;

#[test]
fn hsts_is_sent_when_https_is_configured() {
    on_both(async |server| {
        assert_eq!(server.anonymous().get("/healthz").await.header("strict-transport-security"), "");
        let settings = Settings { https: true, ..settings_in(server.test.folder()) };
        let app = App::new(server.app.db.clone(), server.clock.clone(), &settings).await.unwrap();
        let (base, serving, stop) = serve(&app).await;
        for path in ["/healthz", "/api/core/session", "/"] {
            let answer = TestUser { base: base.clone(), ..server.anonymous() }.get(path).await;
            assert_eq!(answer.header("strict-transport-security"), "max-age=31536000", "{path}");
        }
        stop.cancel();
        serving.await.unwrap();
    });
}
