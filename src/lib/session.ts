import { isNewStudent, type Person, shownNumber } from '#contract/identity'
import { serverYear } from './dates.ts'
import { createStore, handDown, useStore } from './store.ts'

/** Who is bound on this phone. The ID number is not in here: it lives in the session store only (D-21). */
export interface Session {
  readonly person: Person
  /** stuCode or userCode. */
  readonly subject: string
  /** The number shown and put into addresses: student, exam or work number (D-13). */
  readonly stunum: string
  readonly reportOpen: boolean
  /** Entered this year (D-28). */
  readonly isNew: boolean
  /** When another phone was bound to this identity after this one, ISO instant. */
  readonly boundElsewhereAt?: string | undefined
  /** When somebody guessed at this identity after this one was bound, ISO instant. */
  readonly guessedAt?: string | undefined
}

/** The messaging app's user, known before anybody is bound. */
export interface Visitor {
  readonly openId: string
  readonly nickname: string
  readonly avatar: string
  readonly accessToken: string
}

const store = createStore<Session | null>(null)
const endings = new Set<(page: 'root' | 'backend') => void>()

const handed = handDown(store)

/** Who is bound; the component follows. */
export const useSession: () => Session | null = handed.use
/** Hands down who is bound to all in it. */
export const SessionTop = handed.Top
/** Who is bound, once. */
export const currentSession = (): Session | null => store.get()
/** Who was bound here last and never unbound: what waits is theirs, also while the sign-in has ended. */
export const lastSubject = (): string | undefined =>
  store.get()?.subject ?? (localStorage.getItem('stuCode') || localStorage.getItem('userCode') || undefined)
/** Follow the binding outside React. */
export const watchSession = store.watch
/** The stored token, if any. */
export const token = (): string | undefined => localStorage.getItem('token') ?? undefined

/** Take a person as bound. Writes the specification's keys (ID-45, ID-46). */
export function bindSession({ person, token: fresh, reportOpen, typed, ...told }: Binding): Session {
  const session = sessionOf({ person, reportOpen, typed: typed ?? localStorage.getItem('stunum') ?? '', ...told })
  // Nobody sees the picture of who was bound here before.
  if ((lastSubject() ?? person.code) !== person.code) rememberPicture('')
  const { openId = '', nickname = '' } = visitor() ?? {}
  const student = person.role === 'student' ? person : undefined
  const staff = person.role === 'staff' ? person : undefined
  write(localStorage, {
    ...(fresh !== undefined && { token: fresh }),
    stuCode: student?.code ?? '',
    userCode: staff?.code ?? '',
    userId: staff?.id ?? '',
    userName: person.name,
    stunum: session.stunum,
    majorId: student?.majorCode ?? '',
    grade: student?.grade ?? student?.gradeYear ?? '',
    stuIsReport: String(reportOpen),
    enrollType: student?.enrolment ?? '',
    isNew: session.isNew ? '1' : '0',
  })
  write(sessionStorage, {
    isbind: '1',
    stu_name: person.name,
    stu_num: session.stunum,
    stu_major: student?.major ?? '',
    stu_class: student?.className ?? '',
    stu_phone: student?.phone ?? '',
    stu_idcard: student?.idCard ?? '',
    stu_grade: student?.grade ?? student?.gradeYear ?? '',
    stu_status: student?.status ?? '',
    open_id: openId,
    nickname,
    headImgUrl: localStorage.getItem('headImgUrl') ?? '',
  })
  store.set(session)
  return session
}

interface Binding {
  readonly person: Person
  /** Absent when the session comes from what this phone kept. */
  readonly token?: string
  readonly reportOpen: boolean
  /** The number that was typed, for backends that do not tell the exam number. */
  readonly typed?: string
  readonly boundElsewhereAt?: string | undefined
  readonly guessedAt?: string | undefined
}

function sessionOf({ person, reportOpen, typed, boundElsewhereAt, guessedAt }: Omit<Binding, 'token'>): Session {
  return {
    person: person.role === 'student' ? { ...person, idCard: '' } : person,
    subject: person.code,
    stunum: person.role === 'student' ? shownNumber(person, typed) : person.code,
    reportOpen,
    isNew: person.role === 'student' && isNewStudent(person, serverYear()),
    boundElsewhereAt: boundElsewhereAt || undefined,
    guessedAt: guessedAt || undefined,
  }
}

/** The ID number of the bound student, for the calls that carry it; '' until this visit has asked. */
export const idCardOfThisVisit = (): string => sessionStorage.getItem('stu_idcard') ?? ''

/** The token is dead: forget it, but nothing that waits (D-10). */
export function endSession(page: 'root' | 'backend'): void {
  localStorage.removeItem('token')
  sessionStorage.setItem('isbind', '0')
  store.set(null)
  endings.forEach((hear) => hear(page))
}

/** Hear when the session has ended by the server's word. */
export function onSessionEnd(hear: (page: 'root' | 'backend') => void): () => void {
  endings.add(hear)
  return () => endings.delete(hear)
}

/** Remove every trace from local and session storage, but for language and look (D-19). */
export function clearSession(): void {
  const look = ['language', 'theme', 'textSize'].map((name) => [name, localStorage.getItem(name)] as const)
  localStorage.clear()
  sessionStorage.clear()
  for (const [name, value] of look) if (value !== null) localStorage.setItem(name, value)
  user.set(readUser())
  picture.set('')
  store.set(null)
}

const user = createStore<Visitor | null>(readUser())

/** The messaging app's user, if the authorisation told it. */
export const visitor = (): Visitor | null => user.get()
/** The same; the component follows. */
export const useVisitor = (): Visitor | null => useStore(user)

/** Keep what the code exchange told (ID-31). Asked silently, the messaging app tells no name: what it once told stays. */
export function rememberVisitor({ openId, nickname, avatar, accessToken }: Visitor): void {
  const known = visitor()?.openId === openId ? visitor() : null
  const headImgUrl = avatar || (known?.avatar ?? '')
  write(localStorage, {
    openId,
    nickname: nickname || (known?.nickname ?? ''),
    headImgUrl,
    accesstoken: accessToken,
    accesstokenAt: String(Date.now()),
  })
  picture.set(headImgUrl)
  user.set(readUser())
}

/** How old the proof is of who the messaging app's user is, ms: the campus believes it for a day (D-15). */
export const proofAge = (): number => Date.now() - Number(localStorage.getItem('accesstokenAt') ?? 0)

/** A new picture of oneself, by its address (D-96). */
export function rememberPicture(address: string): void {
  write(localStorage, { headImgUrl: address })
  write(sessionStorage, { headImgUrl: address })
  picture.set(address)
  user.set(readUser())
}

const picture = createStore<string>(typeof localStorage === 'undefined' ? '' : (localStorage.getItem('headImgUrl') ?? ''))

/** The address of one's own picture, '' for none; the component follows. */
export const usePicture = (): string => useStore(picture)

function readUser(): Visitor | null {
  const openId = localStorage.getItem('openId')
  if (openId === null || openId === '') return null
  return {
    openId,
    nickname: localStorage.getItem('nickname') ?? '',
    avatar: localStorage.getItem('headImgUrl') ?? '',
    accessToken: localStorage.getItem('accesstoken') ?? '',
  }
}

function write(storage: Storage, values: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(values)) storage.setItem(name, value)
}
