import { calendar } from '#contract/calendar'
import { guide } from '#contract/guide'

/** The reads whose responses every phone stores together with the app. */
const CONTENT_READS = [guide.find, calendar.find]

/**
 * Reads the school's public texts as responses of the app's calls: the pages about enrolment and
 * fees, and the calendar. Undefined if one of them cannot be read now.
 */
export async function readPageContent(
  ask: (path: string, init: RequestInit) => Response | Promise<Response>,
): Promise<string | undefined> {
  const answers = await Promise.all(
    CONTENT_READS.map(async ({ path }): Promise<[string, unknown] | undefined> => {
      const headers = { 'content-type': 'application/json', 'accept-language': 'zh' }
      const answer = await ask(path, { method: 'POST', headers, body: '{}' })
      return answer.ok ? [path, await answer.json()] : undefined
    }),
  )
  const all = answers.flatMap((answer) => (answer === undefined ? [] : [answer]))
  return all.length === CONTENT_READS.length ? JSON.stringify(Object.fromEntries(all)) : undefined
}
