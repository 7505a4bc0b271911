/**
 * Batches all calls of one turn of the event loop into one call of `ask`, which resolves to a
 * function from a question to its answer. No call waits for an earlier batch. Each batch runs after
 * its calls were made, so no answer is older than its question. If `ask` rejects, all calls of the
 * batch reject.
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
