import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnyEndpoint } from '#contract/call'
import { allCalls, allDownloads, allFileCalls, allUploads } from '#contract/index'
import { type CallerRole, CALLER_ROLES } from '#contract/permissions'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import {
  formatTableLine,
  DEMO_USER_BY_ROLE,
  parseTable,
  REQUEST_BODIES,
} from '../support/backend/permissions-table.ts'

const TABLE = 'tests/server/permissions.txt'

let backend: Backend
beforeAll(async () => {
  backend = await startBackend()
})
afterAll(() => backend.close())

const all = [...allCalls, ...allDownloads, ...allUploads, ...allFileCalls]
const entries = new Map<string, AnyEndpoint>(all.map((entry) => [entry.path, entry]))

async function ask(
  entry: AnyEndpoint,
  body: object,
  by: SignedInUser | undefined,
): Promise<Response> {
  const headers = { ...(by !== undefined && { authorization: by.token }) }
  if (entry.kind === 'file') return backend.fetch(`${entry.path}?${entry.parameter}=x`, { headers })
  if (entry.kind === 'upload') return backend.fetch(entry.path, { method: 'POST', headers })
  return backend.fetch(entry.path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** The letter of an answer in permissions.txt. */
async function letterOf(entry: AnyEndpoint, said: Response): Promise<string> {
  const { status } = said
  if (status === 401 || status === 403) {
    const body = entry.kind === 'file' ? undefined : await said.json()
    // A refusal has its own message, so that it never looks like a success.
    if (status === 401) return body === undefined || body.status === -400 ? 's' : '401?'
    if (body === undefined || !('rule' in entry)) return 'f'
    return body.code === '403' && !entry.rule.isSuccess(body) ? 'f' : '403?'
  }
  return status < 500 ? 'a' : `${status}?`
}

/** The answers of all calls to one role, in the order of permissions.txt. */
async function answersTo(part: CallerRole, paths: readonly string[]): Promise<Map<string, string>> {
  const signIn = async () =>
    part === 'nobody' ? undefined : await backend.signInAs(DEMO_USER_BY_ROLE[part])
  let by = await signIn()
  const answers = new Map<string, string>()
  for (const path of paths) {
    const entry = entries.get(path)
    if (entry === undefined) continue
    let letters = ''
    for (const body of entry.kind === 'file' || entry.kind === 'upload'
      ? [{}]
      : REQUEST_BODIES[part]) {
      let said = await ask(entry, body, by)
      if (said.status === 401 && part !== 'nobody') {
        // The previous call has ended this session, so sign in again.
        by = await signIn()
        said = await ask(entry, body, by)
      }
      letters += await letterOf(entry, said)
    }
    answers.set(path, letters)
  }
  return answers
}

test('every call answers every role as permissions.txt says, about the caller, others and nobody, wherever in the request the person is named [D-113 D-09 ID-47 security 1]', async () => {
  const table = parseTable(readFileSync(TABLE, 'utf8'))
  const gone = [...table.keys()].filter((path) => !entries.has(path))
  expect(gone, `no calls any more: their lines must leave ${TABLE}`).toEqual([])
  const paths = [...entries.keys()].toSorted()
  const added = paths.filter((path) => !table.has(path))
  expect(added, `who may call these? Decide it and write it into ${TABLE}`).toEqual([])
  const told = await Promise.all(CALLER_ROLES.map((part) => answersTo(part, paths)))
  const said = paths.map((path) =>
    formatTableLine(
      path,
      told.map((answers) => answers.get(path) ?? ''),
    ),
  )
  expect(said).toEqual(paths.map((path) => table.get(path)))
})
