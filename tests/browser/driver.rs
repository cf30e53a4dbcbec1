//! A headless Chromium driven over WebDriver: the few requests of it that the tests need.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};
use tempfile::TempDir;

/// How long Chromium may take to start or to answer.
const PATIENCE: Duration = Duration::from_secs(90);

/// A browser with one window. Everything it started ends with it.
pub struct Browser {
    driver: Child,
    port: u16,
    session: String,
    /// Kept open: a program whose output nobody reads may end.
    _said: BufReader<ChildStdout>,
    _profile: TempDir,
}

/// Says that something is not tested here; in CI that is a failure.
pub fn skip(reason: &str) {
    eprintln!("SKIPPED: {reason}");
    let may_skip = std::env::var("PLYJUDGE_NO_SKIPS").as_deref() != Ok("1");
    assert!(may_skip, "skipped where nothing may be: {reason}");
}

impl Browser {
    /// A browser, or none where there is no Chromium.
    pub fn start() -> Option<Self> {
        Self::with_scripts(true)
    }

    /// A browser in which pages run no scripts.
    pub fn without_scripts() -> Option<Self> {
        Self::with_scripts(false)
    }

    fn with_scripts(scripts: bool) -> Option<Self> {
        // It chooses a port itself: one that is free now may be somebody else's in a moment.
        let started = Command::new("chromedriver")
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let Ok(mut driver) = started else {
            skip("chromedriver (Debian: chromium chromium-driver) is not installed");
            return None;
        };
        let mut said = BufReader::new(driver.stdout.take().expect("a pipe"));
        let port = announced_port(&mut said);
        let profile = tempfile::tempdir().expect("a folder");
        let mut browser = Self {
            driver,
            port,
            _said: said,
            session: String::new(),
            _profile: profile,
        };
        browser.open_session(scripts);
        Some(browser)
    }

    fn open_session(&mut self, scripts: bool) {
        let profile = self._profile.path().display();
        let arguments = [
            "--headless".to_owned(),
            "--no-sandbox".to_owned(),
            "--disable-gpu".to_owned(),
            "--disable-quic".to_owned(),
            "--no-first-run".to_owned(),
            "--disable-background-networking".to_owned(),
            "--disable-component-update".to_owned(),
            "--disable-sync".to_owned(),
            "--disable-dev-shm-usage".to_owned(),
            "--window-size=1400,1000".to_owned(),
            format!("--user-data-dir={profile}"),
        ];
        let session = self.request(
            "POST",
            "",
            &json!({"capabilities": {"alwaysMatch": {
                "goog:chromeOptions": {
                    "args": arguments,
                    "prefs": {
                        "profile.managed_default_content_settings.javascript":
                            if scripts { 1 } else { 2 },
                    },
                },
                "goog:loggingPrefs": {"browser": "ALL"},
                // A loaded machine is no barrier.
                "timeouts": {"script": 300_000},
            }}}),
        );
        let id = session["sessionId"].as_str().expect("a session");
        self.session = format!("/{id}");
    }

    /// Opens a file.
    pub fn open(&self, path: &Path) {
        let url = format!("file://{}", path.display());
        self.request("POST", "/url", &json!({"url": url}));
    }

    /// Runs a script on the page; what it returns.
    pub fn run(&self, script: &str) -> Value {
        self.request(
            "POST",
            "/execute/sync",
            &json!({"script": script, "args": []}),
        )
    }

    /// Runs a script that calls `arguments[0]` with what it finds.
    pub fn run_async(&self, script: &str) -> Value {
        self.request(
            "POST",
            "/execute/async",
            &json!({"script": script, "args": []}),
        )
    }

    /// The first element that a CSS selector finds.
    fn element(&self, selector: &str) -> String {
        let found = self.request(
            "POST",
            "/element",
            &json!({"using": "css selector", "value": selector}),
        );
        let id = found.as_object().and_then(|found| found.values().next());
        id.and_then(Value::as_str)
            .unwrap_or_else(|| panic!("{selector}: {found}"))
            .to_owned()
    }

    /// Clicks the first element that a selector finds, as a mouse does, and waits until the page
    /// has done what follows: that something is unfolded is told to it a moment later.
    pub fn click(&self, selector: &str) {
        let id = self.element(selector);
        self.request("POST", &format!("/element/{id}/click"), &json!({}));
        self.run_async(
            "const done = arguments[0]; requestAnimationFrame(() => setTimeout(done, 0))",
        );
    }

    /// Types into an element.
    pub fn keys(&self, selector: &str, text: &str) {
        let id = self.element(selector);
        self.request(
            "POST",
            &format!("/element/{id}/value"),
            &json!({"text": text}),
        );
    }

    /// Types into whatever has the focus.
    pub fn press(&self, key: char) {
        let actions = json!([{"type": "key", "id": "keyboard", "actions": [
            {"type": "keyDown", "value": key.to_string()},
            {"type": "keyUp", "value": key.to_string()},
        ]}]);
        self.request("POST", "/actions", &json!({"actions": actions}));
    }

    /// Shows pages as somebody sees them who prefers dark ones.
    pub fn darken(&self) {
        let dark = json!([{"name": "prefers-color-scheme", "value": "dark"}]);
        self.request(
            "POST",
            "/goog/cdp/execute",
            &json!({"cmd": "Emulation.setEmulatedMedia", "params": {"features": dark}}),
        );
    }

    /// Makes what can be seen of a page so many pixels wide and high.
    pub fn resize(&self, width: u32, height: u32) {
        let size =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        self.request(
            "POST",
            "/goog/cdp/execute",
            &json!({"cmd": "Emulation.setDeviceMetricsOverride", "params": size}),
        );
    }

    /// How many sheets of paper the page takes.
    pub fn sheets(&self) -> usize {
        let printed = self.request(
            "POST",
            "/print",
            &json!({"page": {"width": 21.0, "height": 29.7}}),
        );
        let pdf = BASE64_STANDARD.decode(printed.as_str().expect("a document"));
        let pdf = pdf.expect("base64");
        // Each page is an object of this type; their common parent is of the type Pages.
        let page = b"/Type /Page\n";
        pdf.windows(page.len()).filter(|at| at == page).count()
    }

    /// Shows pages as they are on paper.
    pub fn as_on_paper(&self) {
        self.request(
            "POST",
            "/goog/cdp/execute",
            &json!({"cmd": "Emulation.setEmulatedMedia", "params": {"media": "print"}}),
        );
    }

    /// The page as it was parsed.
    pub fn source(&self) -> String {
        let source = self.request("GET", "/source", &Value::Null);
        source.as_str().expect("a page").to_owned()
    }

    /// What was written to the console since the last time, warnings and errors only.
    pub fn complaints(&self) -> Vec<String> {
        let log = self.request("POST", "/se/log", &json!({"type": "browser"}));
        let entries = log.as_array().cloned().unwrap_or_default();
        entries
            .into_iter()
            .filter(|entry| entry["level"] == "SEVERE" || entry["level"] == "WARNING")
            .map(|entry| entry["message"].to_string())
            .collect()
    }

    /// Keeps a picture of what can be seen in `artefacts/`.
    pub fn screenshot(&self, name: &str) {
        let picture = self.request("GET", "/screenshot", &Value::Null);
        let bytes = BASE64_STANDARD.decode(picture.as_str().expect("a picture"));
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("artefacts");
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join(name), bytes.expect("base64")).expect("a file");
    }

    /// What axe-core finds wrong with the page.
    pub fn barriers(&self) -> Option<Vec<String>> {
        let script = axe()?;
        let script = format!(
            "{script}; const done = arguments[arguments.length - 1]; \
             axe.run(document, {{resultTypes: ['violations']}}).then((found) => \
             done(found.violations.map((it) => it.id + ': ' + it.nodes.slice(0, 3).map((node) => \
             node.target + ' ' + node.failureSummary).join(' | '))), (error) => \
             done([String(error)]));"
        );
        let found = self.run_async(&script);
        let found = found.as_array().expect("a list").iter();
        Some(found.map(Value::to_string).collect())
    }

    fn request(&self, method: &str, path: &str, body: &Value) -> Value {
        let path = format!("/session{}{path}", self.session);
        let (status, answer) = http(self.port, method, &path, body);
        let value = answer["value"].clone();
        assert!(status == 200, "{method} {path}: {status} {value:#}");
        value
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !self.session.is_empty() {
            let path = format!("/session{}", self.session);
            http(self.port, "DELETE", &path, &Value::Null);
        }
        _ = self.driver.kill();
        _ = self.driver.wait();
    }
}

/// The accessibility checker, where `.ci/run` has put it.
fn axe() -> Option<String> {
    let path: PathBuf = ["artefacts", "axe", "node_modules", "axe-core", "axe.min.js"]
        .iter()
        .collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let script = fs::read_to_string(&path).ok();
    if script.is_none() {
        skip(&format!(
            "no {} (npm install --prefix artefacts/axe axe-core)",
            path.display()
        ));
    }
    script
}

/// The port that chromedriver says it listens on: `… successfully on port 12345.`
fn announced_port(said: &mut impl BufRead) -> u16 {
    for line in said.lines() {
        let line = line.expect("text");
        if let Some((_, port)) = line.split_once("successfully on port ") {
            return port.trim_end_matches('.').parse().expect("a port");
        }
    }
    panic!("chromedriver ended without a word about its port");
}

/// One HTTP request; the status and the JSON that comes back.
fn http(port: u16, method: &str, path: &str, body: &Value) -> (u16, Value) {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("chromedriver listens");
    stream
        .set_read_timeout(Some(PATIENCE))
        .expect("a time limit");
    let body = match body {
        Value::Null => String::new(),
        body => body.to_string(),
    };
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).expect("a request");
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).expect("a status line");
    let status = line.split(' ').nth(1).and_then(|code| code.parse().ok());
    let mut length = 0;
    loop {
        let mut header = String::new();
        reader.read_line(&mut header).expect("a header");
        if header.trim().is_empty() {
            break;
        }
        let (name, value) = header.split_once(':').expect("a header");
        if name.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse().expect("a length");
        }
    }
    let mut text = vec![0; length];
    reader.read_exact(&mut text).expect("a body");
    let answer = serde_json::from_slice(&text).unwrap_or(Value::Null);
    (status.expect("a status"), answer)
}
