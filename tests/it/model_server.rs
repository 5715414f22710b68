//! A model server on the loopback interface, for the real command lines to talk to.
//!
//! It speaks three wire formats, each in its own module: OpenAI Responses (codex), Anthropic
//! Messages (claude) and Gemini (gemini). A test says what the model does with a `Scenario`, one for
//! the server or one for each request; every request is kept, so that a test can see what reached
//! the model.

#![allow(dead_code, reason = "each test takes what it needs of the server")]

mod anthropic;
mod gemini;
mod http;
mod openai;
mod request;
mod scenario;

use std::io;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use http::{Connection, Message};
pub use request::{ModelRequest, Wire};
pub use scenario::{Ask, Ending, Moment, Quota, Scenario};

type Choice = Box<dyn Fn(&ModelRequest) -> Scenario + Send + Sync>;

/// A server that lives as long as this value.
pub struct ModelServer {
    address: SocketAddr,
    shared: Arc<Shared>,
}

struct Shared {
    choice: Choice,
    /// Every request, in the order in which they came.
    messages: Mutex<Vec<Message>>,
    stopped: AtomicBool,
    answers: AtomicUsize,
}

/// What a wire format needs to write an answer.
pub struct Reply<'a> {
    pub request: &'a ModelRequest,
    pub scenario: &'a Scenario,
    /// The answer with the seal of the prompt put in.
    pub text: String,
    /// The tool that the model asks for in this turn, in the words of the wire format.
    pub call: Option<(String, Value)>,
    /// Counts the answers of this server; makes identifiers differ.
    pub number: usize,
}

impl ModelServer {
    /// Serves every request with the same scenario.
    pub fn start(scenario: Scenario) -> Self {
        Self::start_with(move |_| scenario.clone())
    }

    /// Serves each request with the scenario that is chosen for it.
    pub fn start_with(choice: impl Fn(&ModelRequest) -> Scenario + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let shared = Arc::new(Shared {
            choice: Box::new(choice),
            messages: Mutex::new(Vec::new()),
            stopped: AtomicBool::new(false),
            answers: AtomicUsize::new(0),
        });
        let server = Self { address, shared: Arc::clone(&shared) };
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if shared.stopped.load(Ordering::Relaxed) {
                    return;
                }
                let shared = Arc::clone(&shared);
                std::thread::spawn(move || shared.serve(Connection::new(stream)));
            }
        });
        server
    }

    /// `http://127.0.0.1:PORT`, without a slash at the end.
    pub fn address(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Every request so far, whatever it asked for.
    pub fn messages(&self) -> Vec<Message> {
        self.shared.messages.lock().unwrap().clone()
    }

    /// The requests that asked the model for an answer.
    pub fn requests(&self) -> Vec<ModelRequest> {
        self.messages().iter().filter_map(ModelRequest::of).collect()
    }
}

impl Drop for ModelServer {
    fn drop(&mut self) {
        self.shared.stopped.store(true, Ordering::Relaxed);
        // Wakes the listener, so that it sees the mark.
        let _ = TcpStream::connect(self.address);
    }
}

impl Shared {
    /// Serves one connection until the other side closes it or a scenario breaks it.
    fn serve(&self, mut connection: Connection) {
        while let Ok(Some(message)) = connection.message() {
            self.messages.lock().unwrap().push(message.clone());
            let kept_open = match ModelRequest::of(&message) {
                Some(request) => self.answer(connection, &request),
                None => plain(connection, &message),
            };
            match kept_open {
                Ok(Some(open)) if message.header("connection") != Some("close") => connection = open,
                _ => return,
            }
        }
    }

    /// Answers as the scenario says. `None` where the connection is gone with it.
    fn answer(&self, mut connection: Connection, request: &ModelRequest) -> io::Result<Option<Connection>> {
        let scenario = (self.choice)(request);
        let asked = scenario.asks.get(request.results);
        let reply = Reply {
            request,
            scenario: &scenario,
            text: scenario.text.replace("{seal}", &request.seal().unwrap_or_default()),
            call: asked.map(|ask| ask.in_words_of(request)),
            number: self.answers.fetch_add(1, Ordering::Relaxed) + 1,
        };
        std::thread::sleep(scenario.delay);
        if scenario.drops == Some(Moment::BeforeHeaders) {
            return connection.reset();
        }
        if scenario.hangs == Some(Moment::BeforeHeaders) {
            return connection.hang(&self.stopped);
        }
        if let Some(status) = scenario.status {
            connection.json(status, &reply.error(status), &scenario.headers(request.wire))?;
            return Ok(Some(connection));
        }
        if scenario.garbage {
            connection.html("<html><body>Sign in to the network</body></html>")?;
            return Ok(Some(connection));
        }
        let events = reply.events();
        if !request.streams {
            // An answer in one piece breaks as a whole.
            if scenario.drops.is_some() {
                return connection.reset();
            }
            if scenario.hangs.is_some() {
                return connection.hang(&self.stopped);
            }
            connection.json(200, &reply.document(), &[])?;
            return Ok(Some(connection));
        }
        connection.begin_events()?;
        let half = match scenario.hangs.or(scenario.drops) {
            Some(Moment::MidAnswer) => events.len() / 2,
            Some(_) => 0,
            None => events.len(),
        };
        for event in &events[..half] {
            connection.event(event)?;
        }
        if scenario.hangs.is_some() {
            return connection.hang(&self.stopped);
        }
        if scenario.drops.is_some() {
            // What was sent must arrive before the reset takes it away.
            std::thread::sleep(std::time::Duration::from_millis(200));
            return connection.reset();
        }
        connection.end_events()?;
        Ok(Some(connection))
    }
}

impl Reply<'_> {
    fn events(&self) -> Vec<String> {
        match self.request.wire {
            Wire::OpenAi => openai::events(self),
            Wire::Anthropic => anthropic::events(self),
            Wire::Gemini => gemini::events(self),
        }
    }

    fn document(&self) -> Value {
        match self.request.wire {
            Wire::OpenAi => openai::document(self),
            Wire::Anthropic => anthropic::document(self),
            Wire::Gemini => gemini::document(self),
        }
    }

    fn error(&self, status: u16) -> Value {
        match self.request.wire {
            Wire::OpenAi => openai::error(self, status),
            Wire::Anthropic => anthropic::error(self, status),
            Wire::Gemini => gemini::error(self, status),
        }
    }

    /// The answer in up to four pieces, as a stream brings it.
    pub fn pieces(&self) -> Vec<String> {
        let letters: Vec<char> = self.text.chars().collect();
        letters.chunks(letters.len().div_ceil(4).max(1)).map(|piece| piece.iter().collect()).collect()
    }

    /// Made-up token counts of the prompt and the answer: about a quarter of the bytes.
    pub fn tokens(&self) -> (usize, usize) {
        ((self.request.length / 4).max(1), (self.text.len() / 4).max(1))
    }
}

/// One event of a stream. Some formats name it.
pub fn event(name: Option<&str>, data: &Value) -> String {
    let name = name.map(|name| format!("event: {name}\n")).unwrap_or_default();
    format!("{name}data: {data}\n\n")
}

/// Everything that is no question to a model.
fn plain(mut connection: Connection, message: &Message) -> io::Result<Option<Connection>> {
    let path = message.path.split('?').next().unwrap_or_default();
    let size = message.body.len().div_ceil(4);
    if message.header("upgrade").is_some() {
        connection.json(
            426,
            &json!({"error": {"message": "no web sockets here"}}),
            &[("connection", "close".to_owned())],
        )?;
        return Ok(None);
    }
    if message.method == "HEAD" {
        connection.head(200)?;
    } else if message.method == "GET" && path.ends_with("/models") {
        let models = json!([{"id": "test-model", "object": "model", "type": "model", "display_name": "test-model"}]);
        connection.json(200, &json!({"object": "list", "data": models, "models": []}), &[])?;
    } else if path.ends_with("/count_tokens") {
        connection.json(200, &json!({"input_tokens": size}), &[])?;
    } else if path.ends_with(":countTokens") {
        connection.json(200, &json!({"totalTokens": size}), &[])?;
    } else if message.method == "GET" && path == "/" {
        connection.json(200, &json!({"ok": true}), &[])?;
    } else {
        let nothing = json!({"error": {"type": "not_found_error", "message": format!("nothing at {path}")}});
        connection.json(404, &nothing, &[])?;
    }
    Ok(Some(connection))
}
