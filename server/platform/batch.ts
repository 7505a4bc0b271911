/**
 * Put questions that come in one turn of the event loop to somebody together: under load there are
 * several. None waits for another's answer, and each is put after it came, so no answer is older
 * than its question. `ask` answers with who knows the answers.
 */
export function batchPerTick<Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<(question: Question) => Answer>,
): (question: Question) => Promise<Answer> {
  let waiting: PendingQuestion<Question, Answer>[] = []
  const put = () => {
    const asked = waiting
    waiting = []
    ask(asked.map(({ question }) => question)).then(
      (answerTo) => asked.forEach(({ question, resolve }) => resolve(answerTo(question))),
      (error: unknown) => asked.forEach(({ reject }) => reject(error)),
    )
  }
  return (question) =>
    new Promise((resolve, reject) => {
      if (waiting.push({ question, resolve, reject }) === 1) setImmediate(put)
    })
}

interface PendingQuestion<Question, Answer> {
  readonly question: Question
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}
