//! Answers that took some work, kept for whoever asks the same a moment later.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Answers that are kept of each kind.
const KEPT_MAX: usize = 64;

/// Answers, each kept for so long. Cheap to clone.
#[derive(Debug)]
pub(in super::super) struct Kept<Question, Answer> {
    fresh: Duration,
    answers: Arc<Mutex<Answers<Question, Answer>>>,
}

#[derive(Debug)]
struct Answers<Question, Answer> {
    /// The latest last, with when it was made.
    made: Vec<(Question, Instant, Arc<Answer>)>,
    /// How often all of them were forgotten.
    forgotten: u64,
}

/// When somebody set out to make an answer: one that was begun before all were forgotten is out of date.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Begun(u64);

impl<Question, Answer> Clone for Kept<Question, Answer> {
    fn clone(&self) -> Self {
        Self { fresh: self.fresh, answers: Arc::clone(&self.answers) }
    }
}

impl<Question: PartialEq, Answer> Kept<Question, Answer> {
    pub(super) fn new(fresh: Duration) -> Self {
        let answers = Answers { made: Vec::new(), forgotten: 0 };
        Self { fresh, answers: Arc::new(Mutex::new(answers)) }
    }

    /// To be called before what an answer is made from is read.
    pub(in super::super) fn begin(&self) -> Begun {
        Begun(self.lock().forgotten)
    }

    /// The answer that was made a moment ago.
    pub(in super::super) fn known(&self, question: &Question) -> Option<Arc<Answer>> {
        let answers = self.lock();
        let is_fresh =
            |(of, at, _): &&(Question, Instant, _)| of == question && at.elapsed() < self.fresh;
        answers.made.iter().find(is_fresh).map(|(_, _, answer)| Arc::clone(answer))
    }

    /// Keeps an answer, unless all were forgotten since it was begun.
    pub(in super::super) fn keep(&self, begun: Begun, question: Question, answer: Arc<Answer>) {
        let mut answers = self.lock();
        if answers.forgotten != begun.0 {
            return;
        }
        answers.made.retain(|(of, at, _)| *of != question && at.elapsed() < self.fresh);
        if answers.made.len() == KEPT_MAX {
            answers.made.remove(0);
        }
        answers.made.push((question, Instant::now(), answer));
    }

    pub(super) fn forget(&self) {
        let mut answers = self.lock();
        answers.made.clear();
        answers.forgotten += 1;
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Answers<Question, Answer>> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Somebody is hidden while a list is made: what was read before must not be shown from then on.
    #[test]
    fn an_answer_begun_before_all_were_forgotten_is_not_kept() {
        let kept = Kept::new(Duration::MAX);
        let begun = kept.begin();
        kept.forget();

        kept.keep(begun, "list", Arc::new("with somebody hidden"));
        assert_eq!(kept.known(&"list"), None);

        kept.keep(kept.begin(), "list", Arc::new("without"));
        assert_eq!(kept.known(&"list").as_deref(), Some(&"without"));
    }

    #[test]
    fn the_oldest_goes_when_there_are_too_many() {
        let kept = Kept::new(Duration::MAX);
        for number in 0..=KEPT_MAX {
            kept.keep(kept.begin(), number, Arc::new(()));
        }

        assert_eq!((kept.known(&0), kept.known(&1)), (None, Some(Arc::new(()))));
    }
}
