import { ENGLISH_NAMES_KEY, type EnglishNames } from '#contract/english-names'
import type { Language } from '#i18n/translate'
import type { Db } from '../database/db.ts'
import { prepareQuery } from '../database/driver/prepared-query.ts'
import type { ApiResponse } from '../http/responses.ts'

/** The maximum length of a name, in characters. Longer texts are prose and have no English name. */
const LONGEST = 200
/**
 * The maximum number of texts of one response for which English names are looked up. No screen shows
 * more texts than this.
 */
const MOST = 2_000
const CHINESE = /\p{Script=Han}/u

/**
 * Adds the school's English names (the table `english`) to a response, when the client's language
 * is English.
 */
export async function withEnglishNames(
  db: Db,
  answer: ApiResponse,
  language: Language,
): Promise<ApiResponse> {
  if (language === 'zh' || answer.status !== 200) return answer
  const names = await namesOf(db, chineseIn(answer.body))
  return Object.keys(names).length === 0
    ? answer
    : { ...answer, body: { ...answer.body, [ENGLISH_NAMES_KEY]: names } }
}

/**
 * Creates a function that translates these names; it returns a name without a translation
 * unchanged. For generated files, to which `withEnglishNames` does not apply.
 */
export async function createEnglishNameTranslator(
  db: Db,
  texts: readonly string[],
  language: Language,
): Promise<(text: string) => string> {
  if (language === 'zh') return (text) => text
  // A Map, because a name can equal a property that every object has, such as `constructor`.
  const names = new Map(Object.entries(await namesOf(db, new Set(texts))))
  return (text) => names.get(text) ?? text
}

const findEnglishNames = prepareQuery('english names', (db, { texts }: { texts: string[] }) =>
  db
    .selectFrom('english')
    .select(['chinese', 'english'])
    .where('chinese', '=', ({ fn, val }) => fn.any(val(texts))),
)

async function namesOf(db: Db, texts: ReadonlySet<string>): Promise<EnglishNames> {
  if (texts.size === 0) return {}
  const rows = await findEnglishNames.run(db, { texts: [...texts].slice(0, MOST) })
  return Object.fromEntries(rows.map(({ chinese, english }) => [chinese, english]))
}

function chineseIn(body: unknown, found = new Set<string>()): Set<string> {
  if (typeof body === 'string') {
    if (body.length <= LONGEST && CHINESE.test(body)) found.add(body)
  } else if (typeof body === 'object' && body !== null)
    Object.values(body).forEach((one) => chineseIn(one, found))
  return found
}
