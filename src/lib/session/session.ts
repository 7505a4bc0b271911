import { isNewStudent, type Person, shownNumber } from '#contract/identity'
import { type SessionEndReason, readSessionEndReason } from '#contract/rules'
import { serverYear } from '../format/china-time.ts'
import { safeLocalStorage, type SafeStorage, safeSessionStorage } from '../platform/safe-storage.ts'
import { createStore, createStoreProvider, useStore } from '../platform/store.ts'

/**
 * Who is bound on this phone. The ID number is not in here: it lives in the session store only
 * (D-21).
 */
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
export interface MessagingUser {
  readonly openId: string
  readonly nickname: string
  readonly avatar: string
  readonly accessToken: string
}

const store = createStore<Session | null>(null)
const endings = new Set<() => void>()

const handed = createStoreProvider(store)

/** Who is bound; the component follows. */
export const useSession: () => Session | null = handed.useValue
/** Hands down who is bound to all in it. */
export const SessionProvider = handed.Provider
/** Who is bound, once. */
export const currentSession = (): Session | null => store.get()
/**
 * Who was bound here last and never unbound: what waits is theirs, also while the sign-in has
 * ended.
 */
export const lastSubject = (): string | undefined =>
  store.get()?.subject ??
  (safeLocalStorage.getItem('stuCode') || safeLocalStorage.getItem('userCode') || undefined)
/** Who asks, in the two spellings of calls that both students and staff make. */
export function getCallerIds(): {
  readonly student: string | undefined
  readonly staff: string | undefined
} {
  const session = currentSession()
  const is = (role: 'student' | 'staff') =>
    session?.person.role === role ? session.subject : undefined
  return { student: is('student'), staff: is('staff') }
}
/** Follow the binding outside React. */
export const subscribeToSession = store.subscribe
/** The stored token, if any. */
export const getSessionToken = (): string | undefined =>
  safeLocalStorage.getItem('token') ?? undefined

/** Take a person as bound. Writes the requirements' keys (ID-45, ID-46). */
export function bindSession({
  person,
  token: fresh,
  reportOpen,
  typed,
  ...told
}: Binding): Session {
  const session = sessionOf({
    person,
    reportOpen,
    typed: typed ?? safeLocalStorage.getItem('stunum') ?? '',
    ...told,
  })
  // Nobody sees the picture of who was bound here before.
  if ((lastSubject() ?? person.code) !== person.code) storeAvatarUrl('')
  const { openId = '', nickname = '' } = getMessagingUser() ?? {}
  const student = person.role === 'student' ? person : undefined
  const staff = person.role === 'staff' ? person : undefined
  write(safeLocalStorage, {
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
  safeLocalStorage.removeItem('endedBy')
  write(safeSessionStorage, {
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
    headImgUrl: safeLocalStorage.getItem('headImgUrl') ?? '',
  })
  store.set(session)
  ended.set(undefined)
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

function sessionOf({
  person,
  reportOpen,
  typed,
  boundElsewhereAt,
  guessedAt,
}: Omit<Binding, 'token'>): Session {
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

/**
 * The ID number of the bound student, for the calls that carry it; '' until this visit has asked.
 */
export const idCardOfThisVisit = (): string => safeSessionStorage.getItem('stu_idcard') ?? ''

/** The token is dead: forget it and what only this visit knew, but nothing that waits (D-10). */
export function endSession(page: 'root' | 'backend', why: SessionEndReason = ''): void {
  safeLocalStorage.removeItem('token')
  safeLocalStorage.setItem('endedBy', why)
  for (const name of OF_THIS_VISIT) safeSessionStorage.removeItem(name)
  safeSessionStorage.setItem('isbind', '0')
  store.set(null)
  ended.set(why)
  endedTo = page
  endings.forEach((hear) => hear())
}

// The first answer may come before the frame is there.
let endedTo: 'root' | 'backend' | undefined

/** Hear when the session has ended by the server's word. */
export function onSessionEnd(hear: () => void): () => void {
  endings.add(hear)
  return () => endings.delete(hear)
}

/** Where an end of the session leads that nobody has taken yet; it is taken once. */
export function consumeSessionEnd(): 'root' | 'backend' | undefined {
  const page = ended.get() === undefined ? undefined : endedTo
  endedTo = undefined
  return page
}

const OF_THIS_VISIT = ['name', 'num', 'major', 'class', 'phone', 'idcard', 'grade', 'status'].map(
  (part) => `stu_${part}`,
)

/** An unbinding could not remove everything: it is tried again at every start. Nothing personal. */
export const CLEANUP_PENDING_KEY = 'leftBehind'
/** Is something of earlier people still here, although it was to be removed? */
export const isCleanupPending = (): boolean =>
  safeLocalStorage.getItem(CLEANUP_PENDING_KEY) !== null

/**
 * Remove every trace from local and session storage, but for language, look and what a removal has
 * yet to do (D-19).
 */
export function clearSession(): void {
  const kept = ['language', 'theme', 'textSize', CLEANUP_PENDING_KEY].map(
    (name) => [name, safeLocalStorage.getItem(name)] as const,
  )
  safeLocalStorage.clear()
  for (const [name, value] of kept) if (value !== null) safeLocalStorage.setItem(name, value)
  clearTabSession()
}

/** End the session in this tab only: what all tabs share is emptied by the tab that has unbound. */
export function clearTabSession(): void {
  safeSessionStorage.clear()
  user.set(readMessagingUser())
  picture.set('')
  store.set(null)
  ended.set(undefined)
}

// Nobody is bound, but somebody was, and has not unbound.
const ended = createStore<SessionEndReason | undefined>(
  getSessionToken() === undefined && lastSubject() !== undefined
    ? readStoredEndReason()
    : undefined,
)

/**
 * Why the campus has ended the sign-in of this phone; undefined while it has not. The component
 * follows.
 */
export const useSessionEndReason = (): SessionEndReason | undefined => useStore(ended)
/** Has the campus ended the sign-in of this phone? */
export const hasSessionEnded = (): boolean => ended.get() !== undefined

function readStoredEndReason(): SessionEndReason {
  return readSessionEndReason({ why: safeLocalStorage.getItem('endedBy') })
}

const user = createStore<MessagingUser | null>(readMessagingUser())

/** The messaging app's user, if the authorisation told it. */
export const getMessagingUser = (): MessagingUser | null => user.get()
/** The messaging app's user; the component follows. */
export const useMessagingUser = (): MessagingUser | null => useStore(user)

/**
 * Keep what the code exchange told (ID-31). Asked silently, the messaging app tells no name: what
 * it once told stays.
 */
export function storeMessagingUser({ openId, nickname, avatar, accessToken }: MessagingUser): void {
  const known = getMessagingUser()?.openId === openId ? getMessagingUser() : null
  const headImgUrl = avatar || (known?.avatar ?? '')
  write(safeLocalStorage, {
    openId,
    nickname: nickname || (known?.nickname ?? ''),
    headImgUrl,
    accesstoken: accessToken,
    accesstokenAt: String(Date.now()),
  })
  picture.set(headImgUrl)
  user.set(readMessagingUser())
}

/**
 * How old the proof is of who the messaging app's user is, ms: the campus believes it for a day
 * (D-15).
 */
export const messagingProofAgeMs = (): number =>
  Date.now() - Number(safeLocalStorage.getItem('accesstokenAt') ?? 0)

/** A new picture of oneself, by its address (D-96). */
export function storeAvatarUrl(address: string): void {
  write(safeLocalStorage, { headImgUrl: address })
  write(safeSessionStorage, { headImgUrl: address })
  picture.set(address)
  user.set(readMessagingUser())
}

const picture = createStore<string>(safeLocalStorage.getItem('headImgUrl') ?? '')

/** The address of one's own picture, '' for none; the component follows. */
export const useAvatarUrl = (): string => useStore(picture)

function readMessagingUser(): MessagingUser | null {
  const openId = safeLocalStorage.getItem('openId')
  if (openId === null || openId === '') return null
  return {
    openId,
    nickname: safeLocalStorage.getItem('nickname') ?? '',
    avatar: safeLocalStorage.getItem('headImgUrl') ?? '',
    accessToken: safeLocalStorage.getItem('accesstoken') ?? '',
  }
}

function write(storage: SafeStorage, values: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(values)) storage.setItem(name, value)
}
