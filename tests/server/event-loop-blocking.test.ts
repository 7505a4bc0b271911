import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnyCall } from '#contract/call'
import { INITIAL_FORM_SETTINGS } from '#contract/campus-form-settings'
import { imports } from '#contract/imports'
import { allCalls } from '#contract/index'
import { MAX_NOTICE_FILE_BYTES } from '#contract/notice-publishing'
import { type CallerRole, CALLER_ROLES } from '#contract/permissions'
import { openapiFile } from '#server/openapi/openapi-file'
import { getRequestBodyLimits } from '#server/platform/http/body/request-body'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { measureLongestBlockMs, MAX_BLOCKED_MS } from '../support/backend/event-loop-blocking.ts'
import { DEMO_USER_BY_ROLE, parseTable } from '../support/backend/permissions-table.ts'
import { shareBytes, startSendingThread } from '../support/backend/sending-thread.ts'
import {
  COSTLY_ANSWERS,
  LARGEST_DEFINITION,
  publishCostlyForms,
} from '../support/costly-inputs/costly-forms.ts'
import { casesOfRun } from '../support/setup/long-run.ts'

let backend: Backend
const signedIn = new Map<CallerRole, SignedInUser>()
beforeAll(async () => {
  backend = await startBackend({ listen: true })
  for (const part of CALLER_ROLES)
    if (part !== 'nobody') signedIn.set(part, await backend.signInAs(DEMO_USER_BY_ROLE[part]))
})
afterAll(async () => {
  await sender.stop()
  await backend.close()
})

const isNoFault = ([status]: readonly [number, ...unknown[]]) => status < 500

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'

const sender = startSendingThread()

/**
 * How long a request blocks the event loop, in ms, measured over a separate connection. `after`
 * waits for work that continues after the response.
 */
async function heldBy(
  path: string,
  body: Buffer,
  headers: Record<string, string>,
  after: () => Promise<unknown> = () => Promise.resolve(),
): Promise<number> {
  const url = new URL(path, backend.url).href
  const shared = shareBytes(body)
  const held = await measureLongestBlockMs(async () => {
    const { status } = await sender.send({ url, method: 'POST', headers, body: shared })
    expect([status, path, body.subarray(0, 300).toString()]).toSatisfy(isNoFault)
    await after()
  })
  return Math.round(held)
}
const headersOf = (by: CallerRole, type = JSON_TYPE) => ({
  'content-type': type,
  ...(by !== 'nobody' && { authorization: signedIn.get(by)?.token ?? '' }),
})

const table = parseTable(readFileSync('tests/server/permissions.txt', 'utf8'))
const whoMay = (path: string): CallerRole => {
  const letters = table.get(path)?.split(/ +/) ?? []
  // The last role that is allowed to make the call, whose answer takes the most work.
  return (
    CALLER_ROLES.toReversed().find((part) =>
      letters[CALLER_ROLES.indexOf(part) + 1]?.startsWith('a'),
    ) ?? 'nobody'
  )
}

/** Repeat a text up to this number of bytes. */
const fill = (text: string, bytes: number) =>
  text.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(text))))

const WHOLE: Readonly<Record<string, (bytes: number) => string>> = {
  'many small records': (bytes) => `{"x":[${fill('{},', bytes - 9)}{}]}`,
  'many small lists': (bytes) => `{"x":[${fill('[],', bytes - 9)}[]]}`,
  'many numbers': (bytes) => `{"x":[${fill('1,', bytes - 8)}1]}`,
  'many long numbers': (bytes) => `{"x":[${fill(`${'9'.repeat(300)}e-300,`, bytes - 8)}1]}`,
  'many keys': (bytes) => {
    const keys = Array.from({ length: Math.floor(bytes / 14) }, (_, n) => `"k${n}":{}`)
    return `{${keys.join(',').slice(0, bytes - 20)}`
  },
  'deep lists': (bytes) => `{"x":${'['.repeat(bytes / 2 - 4)}${']'.repeat(bytes / 2 - 4)}}`,
  'records in JSON text': (bytes) => `{"x":${JSON.stringify(`[${fill('{},', bytes - 9)}{}]`)}}`,
  'nested JSON text': (bytes) => {
    let text = '[1]'
    while (text.length * 2 < bytes - 20) text = JSON.stringify([text, text])
    return JSON.stringify({ x: text })
  },
  blanks: (bytes) => `{${' '.repeat(bytes - 2)}}`,
  escapes: (bytes) => `{"x":"${fill(String.raw`\n`, bytes - 8)}"}`,
  'escaped letters': (bytes) => `{"x":"${fill(String.raw`\u4f60`, bytes - 8)}"}`,
  'letters outside ASCII': (bytes) => `{"x":"${fill('你', bytes - 8)}"}`,
}

const pictureCalls = allCalls.filter(({ maxImages = 0 }) => maxImages > 0)

test.each(Object.entries(WHOLE))(
  'no body of %s blocks the event loop, whichever call receives it [security 13]',
  async (_name, make) => {
    const targets: readonly (readonly [AnyCall, CallerRole])[] = [
      ...allCalls
        .filter(({ path }) => path.endsWith('/findstu'))
        .map((call) => [call, 'nobody'] as const),
      ...allCalls
        .filter(({ path }) => path.endsWith('/addBusInformation'))
        .map((call) => [call, 'student'] as const),
      ...pictureCalls.map((call) => [call, whoMay(call.path)] as const),
    ]
    for (const [call, by] of targets) {
      const { bytes } = getRequestBodyLimits(call)
      for (const size of new Set([bytes, 256 * 1024])) {
        const body = Buffer.from(make(size))
        const held = await heldBy(call.path, body, headersOf(by))
        expect([call.path, size, held]).toSatisfy(isShort)
      }
    }
  },
)

const isShort = ([, , held]: readonly [string, number, number]) => held <= MAX_BLOCKED_MS

test('no request body of form fields blocks the event loop [security 13 D-02]', async () => {
  for (const text of ['a&', '%41', '%', '+', 'a=1&', '%e4%bd%a0']) {
    const body = Buffer.from(fill(text, 7_000_000))
    for (const path of ['/api/binding/findstu', '/api/greenchannel/saveStuLoanMsg']) {
      const headers = headersOf('student', FORM_TYPE)
      const held = await heldBy(path, body, headers)
      expect([path, text.length, held]).toSatisfy(isShort)
      const small = body.subarray(0, 30_000)
      expect([path, text.length, await heldBy(path, small, headers)]).toSatisfy(isShort)
    }
  }
})

test.each([
  '<b>',
  '<ul><li>',
  '<table><tr><td>',
  '<a href="https://a">',
  '<b title="</b>">',
  '<p>x</p>',
  '&amp;',
])(
  'no text of a notice or page made of %s blocks the event loop [security 13]',
  async (element) => {
    const counts = [3900 / (element.match(/<[a-z]/g)?.length ?? 1), 900_000 / element.length]
    for (const count of counts.map(Math.floor)) {
      const content = `${element.repeat(count)}x`
      const notice = {
        id: '',
        title: '通知',
        content,
        titleEn: 'Notice',
        contentEn: content,
        audience: 'students',
        publishTime: '',
        state: 'draft',
      }
      const guide = { id: 'schoolKnow', version: '', values: { content, contentEn: content } }
      for (const [path, said] of [
        ['/api/manage/noticeboard/save', notice],
        ['/api/manage/guides/save', guide],
      ] as const) {
        const held = await heldBy(
          path,
          Buffer.from(JSON.stringify(said)),
          headersOf('administrator'),
        )
        expect([path, count, held]).toSatisfy(isShort)
      }
    }
  },
)

test('no picture blocks the event loop, whatever it contains [security 13]', async () => {
  for (const text of ['A', 'A ', 'AAAA\n', ' ', '=', '/', '+9/=', '遥']) {
    const body = Buffer.from(
      JSON.stringify({
        applyMoney: '1000',
        stuCode: 'S990001',
        applyProveBaese64: fill(text, text === '遥' ? 1_900_000 : 6_900_000),
        applyCode: '1',
        receiptCode: '1',
        idCard: '',
      }),
    )
    const held = await heldBy('/api/greenchannel/saveStuLoanMsg', body, headersOf('student'))
    expect([text, body.length, held]).toSatisfy(isShort)
  }
})

test('no upload blocks the event loop, whatever its form contains [security 13]', async () => {
  const part = (name: string, content: string) =>
    `--x\r\ncontent-disposition: form-data; name="${name}"; filename="a"\r\n\r\n${content}\r\n`
  const bodies = {
    'many parts': `${fill(part('a', ''), 1_000_000)}--x--\r\n`,
    'many breaks': `${part('file', fill('\r\n', 1_000_000))}--x--\r\n`,
    'many boundaries': fill('--x', 1_000_000),
    'a long header': `--x\r\ncontent-disposition: form-data; name="${fill('a"', 1_000_000)}`,
  }
  for (const [name, body] of Object.entries(bodies)) {
    const headers = headersOf('student', 'multipart/form-data; boundary=x')
    const held = await heldBy('/api/upload/uploadFile', Buffer.from(body), headers)
    expect([name, body.length, held]).toSatisfy(isShort)
  }
})

test('no answers to a form of the campus block the event loop, whatever the form computes [security 13]', async () => {
  await publishCostlyForms(backend)
  for (const [form, answers] of COSTLY_ANSWERS) {
    const said = { stuCode: 'S990001', form, version: 1, answers, attachments: [] }
    const body = Buffer.from(JSON.stringify(said))
    const held = await heldBy('/api/campusform/add', body, headersOf('student'))
    expect([form, body.length, held]).toSatisfy(isShort)
  }
})

test('no form of the campus blocks the event loop when it is saved, checked or published [security 13]', async () => {
  const window = { from: '', until: '2026-01-01 00:00', note: '', noteEn: '' }
  const draft = {
    form: '',
    definition: LARGEST_DEFINITION,
    settings: { ...INITIAL_FORM_SETTINGS, window },
  }
  const saved = await signedIn.get('administrator')?.post('/api/manage/forms/save', draft)
  const form: string = saved?.body.data
  const [save, check] = [draft, { definition: LARGEST_DEFINITION }]
  // It is refused at the end, because its window is over, so it can be published several times.
  const publish = { form, reopen: '0' }
  for (const [path, said] of [
    ['/api/manage/forms/save', save],
    ['/api/manage/forms/checkPatterns', check],
    ['/api/manage/forms/publish', publish],
  ] as const) {
    const body = Buffer.from(JSON.stringify(said))
    const headers = { ...headersOf('administrator'), 'if-match': saved?.headers.get('etag') ?? '' }
    expect([path, body.length, await heldBy(path, body, headers)]).toSatisfy(isShort)
  }
  const answer = await signedIn.get('administrator')?.post('/api/manage/forms/publish', publish, {
    'if-match': saved?.headers.get('etag') ?? '',
  })
  expect(answer?.body.msg).toContain('截止时间已过')
})

test('the description of all calls does not block the event loop when it is built [security 13]', async () => {
  const held = await measureLongestBlockMs(() => openapiFile({ basePath: '' })())
  expect(['/openapi.json', 0, Math.round(held)]).toSatisfy(isShort)
})

const MOST_IMPORTED = imports.upload.maxBytes
const WHOLE_BODY = 'application/octet-stream'
const names = (count: number, beside: string) =>
  `中文,英文,备注\r\n${Array.from({ length: count }, (_, n) => `第${n}号楼,Hall ${n},${beside}\r\n`).join('')}`

test.each(
  casesOfRun(
    Object.entries({
      'a row that is refused many times': () => `${names(1, '')}${fill('甲,\n', 30_000)}`,
      '32 MB of long rows': () => names(MOST_IMPORTED / 90_100, 'x'.repeat(90_000)),
      '32 MB of Chinese': () => names(MOST_IMPORTED / 90_100, '遥'.repeat(30_000)),
      '32 MB of quotes': () => names(MOST_IMPORTED / 90_100, `"${'""'.repeat(45_000)}"`),
      '32 MB of blank lines': () => fill('\n', MOST_IMPORTED),
      '32 MB of blank lines with an additional cell': () => fill(',\n', MOST_IMPORTED),
      '32 MB of commas': () => fill(',', MOST_IMPORTED),
      '32 MB after an unclosed quote': () => `"${fill('\n', MOST_IMPORTED - 1)}`,
      '32 MB of zeros': () => fill('\0', MOST_IMPORTED),
    }),
    ([name]) => /refused|Chinese|quotes/.test(name),
  ),
)(
  'no import of %s blocks the event loop during upload, dry run or confirmation [security 13]',
  async (name, make) => {
    const by = 'administrator'
    const bytes = Buffer.from(make())
    expect(bytes.byteLength).toBeLessThanOrEqual(MOST_IMPORTED)
    const newest = () =>
      backend.db.selectFrom('import').selectAll().orderBy('at', 'desc').limit(1).executeTakeFirst()
    const until = (over: readonly string[]) => async () => {
      while (!over.includes((await newest())?.state ?? '')) await pause(20)
    }
    const ended = until(['checked', 'unreadable'])
    const path = '/api/manage/imports/upload?kind=english-names&name=names.csv'
    const uploaded = await heldBy(path, bytes, headersOf(by, WHOLE_BODY), ended)
    expect([name, bytes.byteLength, uploaded]).toSatisfy(isShort)
    const found = await newest()
    expect(found?.bytes).toBe(bytes.byteLength)
    if (found?.state !== 'checked') return
    const choice = Buffer.from(JSON.stringify({ id: found.id, goodRows: '1', withdraw: '0' }))
    const applied = until(['applied', 'outdated'])
    const confirmed = await heldBy('/api/manage/imports/apply', choice, headersOf(by), applied)
    expect([name, 0, confirmed]).toSatisfy(isShort)
  },
)

test('no file attached to a notice blocks the event loop [security 13]', async () => {
  for (const [name, start] of [
    ['a.pdf', '%PDF-'],
    ['a.docx', 'PK\u0003\u0004 [Content_Types].xml word/document.xml'],
    ['a.doc', '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1'],
    ['a.jpg', '\u00ff\u00d8\u00ff'],
  ] as const) {
    const bytes = Buffer.alloc(MAX_NOTICE_FILE_BYTES, 'W\0')
    bytes.write(start, 'latin1')
    const headers = headersOf('administrator', WHOLE_BODY)
    const held = await heldBy(`/api/manage/noticeboard/attach?name=${name}`, bytes, headers)
    expect([name, bytes.byteLength, held]).toSatisfy(isShort)
  }
})
