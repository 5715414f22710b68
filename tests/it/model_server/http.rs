//! As much of HTTP/1.1 as the command lines need, with the ways to break it.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::Value;

/// One request as it came.
#[derive(Debug, Clone)]
pub struct Message {
    pub method: String,
    pub path: String,
    /// Names in lower case.
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Message {
    /// The first header of a name, which is given in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// One connection.
pub struct Connection {
    stream: BufReader<TcpStream>,
}

impl Connection {
    pub fn new(stream: TcpStream) -> Self {
        let _ = stream.set_nodelay(true);
        Self { stream: BufReader::new(stream) }
    }

    /// The next request; `None` where the other side has closed.
    pub fn message(&mut self) -> io::Result<Option<Message>> {
        let first = self.line()?;
        let mut words = first.split_whitespace();
        let (Some(method), Some(path)) = (words.next(), words.next()) else { return Ok(None) };
        let (method, path) = (method.to_owned(), path.to_owned());
        let mut headers = Vec::new();
        loop {
            let line = self.line()?;
            let Some((name, value)) = line.split_once(':') else { break };
            headers.push((name.trim().to_ascii_lowercase(), value.trim().to_owned()));
        }
        let mut message = Message { method, path, headers, body: Vec::new() };
        if message.header("expect").is_some() {
            self.stream.get_mut().write_all(b"HTTP/1.1 100 Continue\r\n\r\n")?;
        }
        message.body = self.body(&message)?;
        Ok(Some(message))
    }

    fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        self.stream.read_line(&mut line)?;
        Ok(line.trim_end().to_owned())
    }

    fn body(&mut self, message: &Message) -> io::Result<Vec<u8>> {
        let mut body = Vec::new();
        if message.header("transfer-encoding").is_some_and(|coding| coding.eq_ignore_ascii_case("chunked")) {
            loop {
                let line = self.line()?;
                let size =
                    line.split(';').next().and_then(|size| u64::from_str_radix(size.trim(), 16).ok()).unwrap_or(0);
                self.stream.by_ref().take(size).read_to_end(&mut body)?;
                self.line()?;
                if size == 0 {
                    return Ok(body);
                }
            }
        }
        let length = message.header("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
        self.stream.by_ref().take(length).read_to_end(&mut body)?;
        Ok(body)
    }

    /// A whole answer in JSON.
    pub fn json(&mut self, status: u16, body: &Value, headers: &[(&str, String)]) -> io::Result<()> {
        self.whole(status, "application/json", body.to_string().as_bytes(), headers)
    }

    pub fn html(&mut self, body: &str) -> io::Result<()> {
        self.whole(200, "text/html", body.as_bytes(), &[])
    }

    /// Headers only, for HEAD.
    pub fn head(&mut self, status: u16) -> io::Result<()> {
        self.whole(status, "application/json", b"", &[])
    }

    fn whole(&mut self, status: u16, kind: &str, body: &[u8], headers: &[(&str, String)]) -> io::Result<()> {
        let extra: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let reason = reason(status);
        let head = format!(
            "HTTP/1.1 {status} {reason}\r\ncontent-type: {kind}\r\ncontent-length: {}\r\n{extra}\r\n",
            body.len()
        );
        self.stream.get_mut().write_all(&[head.as_bytes(), body].concat())
    }

    /// Begins a stream of events.
    pub fn begin_events(&mut self) -> io::Result<()> {
        let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncache-control: no-cache\r\n\
                    transfer-encoding: chunked\r\n\r\n";
        self.stream.get_mut().write_all(head.as_bytes())
    }

    pub fn event(&mut self, event: &str) -> io::Result<()> {
        self.stream.get_mut().write_all(format!("{:x}\r\n{event}\r\n", event.len()).as_bytes())
    }

    pub fn end_events(&mut self) -> io::Result<()> {
        self.stream.get_mut().write_all(b"0\r\n\r\n")
    }

    /// Says nothing more until the other side goes away or the server is stopped.
    pub fn hang(mut self, stopped: &AtomicBool) -> io::Result<Option<Self>> {
        self.stream.get_mut().set_read_timeout(Some(Duration::from_millis(100)))?;
        let mut waste = [0; 4096];
        while !stopped.load(Ordering::Relaxed) {
            match self.stream.read(&mut waste) {
                Ok(0) => break,
                Err(error) if !matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => break,
                _ => {}
            }
        }
        Ok(None)
    }

    /// Ends the connection with a reset in place of an orderly close.
    pub fn reset(self) -> io::Result<Option<Self>> {
        let stream = self.stream.into_inner();
        stream.set_nonblocking(true)?;
        // The standard library can't ask for a close without lingering; the runtime's stream can.
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
        runtime.block_on(async { tokio::net::TcpStream::from_std(stream)?.set_zero_linger() })?;
        Ok(None)
    }
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        400 => "Bad Request",
        401 => "Unauthorized",
        403 => "Forbidden",
        404 => "Not Found",
        426 => "Upgrade Required",
        429 => "Too Many Requests",
        500 => "Internal Server Error",
        503 => "Service Unavailable",
        _ => "Status",
    }
}
