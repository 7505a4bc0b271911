import { isNewStudent, type Person, displayedStudentNumber } from '#contract/identity'
import { type SessionEndReason, readSessionEndReason } from '#contract/rules'
import { serverYear } from '../format/china-time.ts'
import { safeLocalStorage, type SafeStorage, safeSessionStorage } from '../platform/safe-storage.ts'
import { createExternalStore, createStoreProvider, useExternalStore } from '../platform/store.ts'

/**
 * The person bound on this phone. The ID number and the phone number are not part of the session:
 * they are not in the cached identity, so they are known only after the campus has answered. The ID
 * number is in sessionStorage (D-21).
 */
export interface Session {
  readonly person: Person
  /** stuCode or userCode. */
  readonly subject: string
  /** The number in the interface and in URLs: student, exam or work number (D-13). */
  readonly stunum: string
  readonly reportOpen: boolean
  /** Whether the student entered this year (D-28). */
  readonly isNew: boolean
  /** When another phone was bound to this identity after this one, ISO instant. */
  readonly boundElsewhereAt?: string | undefined
  /**
   * When somebody tried to guess this identity's credentials after this phone was bound, ISO
   * instant.
   */
  readonly guessedAt?: string | undefined
}

/** The messaging app's user; known before anybody is bound. */
export interface MessagingUser {
  readonly openId: string
  readonly nickname: string
  readonly avatar: string
  readonly accessToken: string
}

const store = createExternalStore<Session | null>(null)
const phoneNumber = createExternalStore('')
const endings = new Set<() => void>()

const sessionContext = createStoreProvider(store)

/** Subscribes a component to the session; null if nobody is bound. */
export const useSession: () => Session | null = sessionContext.useValue
/** Provides the session to its subtree. */
export const SessionProvider = sessionContext.Provider
/** The current session, without a subscription. */
export const currentSession = (): Session | null => store.get()
/**
 * The subject who was bound last and has not unbound. This person owns the waiting items, even
 * after the sign-in has ended.
 */
export const getLastSubject = (): string | undefined =>
  store.get()?.subject ??
  (safeLocalStorage.getItem('stuCode') || safeLocalStorage.getItem('userCode') || undefined)
/**
 * The code of the bound person, in the two fields of the calls that both students and staff make.
 */
export function getCallerIds(): {
  readonly student: string | undefined
  readonly staff: string | undefined
} {
  const session = currentSession()
  const is = (role: 'student' | 'staff') =>
    session?.person.role === role ? session.subject : undefined
  return { student: is('student'), staff: is('staff') }
}
/** Calls a listener when the session changes, outside React. */
export const subscribeToSession = store.subscribe
/** The stored token, if any. */
export const getSessionToken = (): string | undefined =>
  safeLocalStorage.getItem('token') ?? undefined

/**
 * Binds a person to this phone and writes the browser storage under the key names that the
 * requirements list (ID-45, ID-46).
 */
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
  // The previous person's avatar must not be shown to the next one.
  if ((getLastSubject() ?? person.code) !== person.code) storeAvatarUrl('')
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
  phoneNumber.set(student?.phone ?? '')
  // At most starts the campus confirms what the phone knew. Nothing renders again and nothing is
  // checked again then.
  if (JSON.stringify(store.get()) !== JSON.stringify(session)) store.set(session)
  ended.set(undefined)
  return currentSession() ?? session
}

interface Binding {
  readonly person: Person
  /** Absent if the session is restored from this phone's storage. */
  readonly token?: string
  readonly reportOpen: boolean
  /** The number that was typed, for backends that do not return the exam number. */
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
    person: person.role === 'student' ? { ...person, idCard: '', phone: '' } : person,
    subject: person.code,
    stunum: person.role === 'student' ? displayedStudentNumber(person, typed) : person.code,
    reportOpen,
    isNew: person.role === 'student' && isNewStudent(person, serverYear()),
    boundElsewhereAt: boundElsewhereAt || undefined,
    guessedAt: guessedAt || undefined,
  }
}

/** Subscribes to the bound student's phone number; '' until it is fetched in this visit. */
export const useOwnPhoneNumber = (): string => useExternalStore(phoneNumber)

/**
 * The ID number of the bound student, for the calls that send it; '' until it is fetched in this
 * visit.
 */
export const getSignInIdCard = (): string => safeSessionStorage.getItem('stu_idcard') ?? ''

/**
 * Ends the session after the campus rejected its token: removes the token and the data of this
 * visit, and keeps the waiting items (D-10). `page`: the page that the app opens next.
 */
export function endSession(page: 'root' | 'backend', why: SessionEndReason = ''): void {
  safeLocalStorage.removeItem('token')
  safeLocalStorage.setItem('endedBy', why)
  for (const name of OF_THIS_VISIT) safeSessionStorage.removeItem(name)
  safeSessionStorage.setItem('isbind', '0')
  phoneNumber.set('')
  store.set(null)
  ended.set(why)
  endedTo = page
  endings.forEach((hear) => hear())
}

// The app's frame might not be rendered yet when the first response ends the session, so the page
// to open is remembered here.
let endedTo: 'root' | 'backend' | undefined

/** Calls `hear` when the server has ended the session. Returns the function that unsubscribes. */
export function onSessionEnd(hear: () => void): () => void {
  endings.add(hear)
  return () => endings.delete(hear)
}

/** The page to open after the session has ended. Returned once; later calls return undefined. */
export function consumeSessionEndReason(): 'root' | 'backend' | undefined {
  const page = ended.get() === undefined ? undefined : endedTo
  endedTo = undefined
  return page
}

const OF_THIS_VISIT = ['name', 'num', 'major', 'class', 'phone', 'idcard', 'grade', 'status'].map(
  (part) => `stu_${part}`,
)

/**
 * The localStorage key that is set when an unbinding could not delete everything. The deletion is
 * tried again at every start. The value is not personal.
 */
const CLEANUP_PENDING_KEY = 'leftBehind'
const cleanupEnds = new Set<() => void>()

/** Data of an earlier person that might be left on this phone and should be deleted, or null. */
export const getPendingCleanup = (): string | null => safeLocalStorage.getItem(CLEANUP_PENDING_KEY)
/** Whether data of an earlier person might be left on this phone that should be deleted. */
export const isCleanupPending = (): boolean => getPendingCleanup() !== null
/** Calls `hear` when everything that was pending has been deleted. */
export const onCleanupEnd = (hear: () => void): void => void cleanupEnds.add(hear)

/** Stores what is to be deleted; null when everything has been deleted. */
export function setPendingCleanup(owed: string | null): void {
  if (owed !== null) return safeLocalStorage.setItem(CLEANUP_PENDING_KEY, owed)
  safeLocalStorage.removeItem(CLEANUP_PENDING_KEY)
  for (const hear of cleanupEnds) hear()
}

/**
 * Clears localStorage and sessionStorage, except for language, theme, text size and a pending
 * deletion (D-19).
 */
export function clearSession(): void {
  const kept = ['language', 'theme', 'textSize', CLEANUP_PENDING_KEY].map(
    (name) => [name, safeLocalStorage.getItem(name)] as const,
  )
  safeLocalStorage.clear()
  for (const [name, value] of kept) if (value !== null) safeLocalStorage.setItem(name, value)
  clearTabSession()
}

/**
 * Ends the session in this tab only. The tab that unbound clears the storage that all tabs share.
 */
export function clearTabSession(): void {
  safeSessionStorage.clear()
  user.set(readMessagingUser())
  picture.set('')
  phoneNumber.set('')
  store.set(null)
  ended.set(undefined)
}

// A subject without a token means that the sign-in has ended: somebody was bound and has not
// unbound.
const ended = createExternalStore<SessionEndReason | undefined>(
  getSessionToken() === undefined && getLastSubject() !== undefined
    ? readStoredEndReason()
    : undefined,
)

/**
 * Subscribes a component to the reason for which the campus has ended the sign-in of this phone;
 * undefined if it has not ended.
 */
export const useSessionEndReason = (): SessionEndReason | undefined => useExternalStore(ended)
/** Whether the campus has ended the sign-in of this phone. */
export const hasSessionEnded = (): boolean => ended.get() !== undefined

function readStoredEndReason(): SessionEndReason {
  return readSessionEndReason({ why: safeLocalStorage.getItem('endedBy') })
}

const user = createExternalStore<MessagingUser | null>(readMessagingUser())

/** The messaging app's user, if the authorisation returned one. */
export const getMessagingUser = (): MessagingUser | null => user.get()
/** Subscribes a component to the messaging app's user. */
export const useMessagingUser = (): MessagingUser | null => useExternalStore(user)

/**
 * Stores the result of the code exchange (ID-31). A silent authorisation returns no name and no
 * avatar; the name and avatar of an earlier authorisation then stay.
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

/** The age of the messaging app's access token, ms: the campus accepts it for a day (D-15). */
export const getMessagingTokenAgeMs = (): number =>
  Date.now() - Number(safeLocalStorage.getItem('accesstokenAt') ?? 0)

/** Stores the URL of a new avatar (D-96). */
export function storeAvatarUrl(address: string): void {
  write(safeLocalStorage, { headImgUrl: address })
  write(safeSessionStorage, { headImgUrl: address })
  picture.set(address)
  user.set(readMessagingUser())
}

const picture = createExternalStore<string>(safeLocalStorage.getItem('headImgUrl') ?? '')

/** Subscribes a component to the URL of the avatar; '' if there is none. */
export const useAvatarUrl = (): string => useExternalStore(picture)

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

// A write is a message to another process and an event in every other tab, so unchanged values are
// not written.
function write(storage: SafeStorage, values: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(values))
    if (storage.getItem(name) !== value) storage.setItem(name, value)
}
