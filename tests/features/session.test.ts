import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { chinaToday } from '#app/lib/format/china-time.ts'
import type * as sessions from '#app/lib/session/session.ts'
import type { Person } from '#contract/identity'

type Session = typeof sessions

/** Start the app with empty memory, so that only stored data is known. */
async function startApp(): Promise<Session> {
  vi.resetModules()
  return import('#app/lib/session/session.ts')
}

const year = Number(chinaToday().slice(0, 4))

const student = {
  role: 'student',
  code: 'S1',
  number: '880001',
  examNumber: '990001',
  name: '刘嘉怡',
  phone: '13912345678',
  major: '软件工程',
  majorCode: '0812',
  idCard: '110101200801010015',
  entryYear: String(year - 1),
  gradeYear: '2025',
  enrolment: '2',
  type: '1',
  gender: '2',
  grade: '2025级',
  department: '计算机学院',
  className: '1班',
  status: '在读',
} satisfies Person
const teacher = {
  role: 'staff',
  type: '3',
  code: 'T1',
  id: '17',
  name: '王老师',
  department: '',
  post: '',
  roles: [],
  firstPassword: undefined,
} satisfies Person
const colleague = { ...student, code: 'S2', number: '880002' } satisfies Person

const local = (name: string) => localStorage.getItem(name)
const visit = (name: string) => sessionStorage.getItem(name)
const visitKeys = () => Object.fromEntries(Object.entries(sessionStorage))

let session: Session

beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  session = await startApp()
})
afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

const bind = (
  person: Person = student,
  over: Partial<Parameters<Session['bindSession']>[0]> = {},
) => session.bindSession({ person, token: `token of ${person.code}`, reportOpen: true, ...over })
const whoIsMessaging = (over = {}) =>
  session.storeMessagingUser({
    openId: 'open-1',
    nickname: '小刘',
    avatar: 'https://pictures.test/1',
    accessToken: 'access-1',
    ...over,
  })

describe('binding a person', () => {
  test('a bound student is stored under the key names that the requirements list, and the ID number is in session storage only [ID-45 ID-46 D-21]', () => {
    whoIsMessaging()
    const bound = bind()
    expect(bound).toEqual({
      person: { ...student, idCard: '', phone: '' },
      subject: 'S1',
      stunum: '880001',
      reportOpen: true,
      isNew: false,
    })
    expect(session.currentSession()).toBe(bound)
    expect(session.getSessionToken()).toBe('token of S1')
    const { accesstokenAt: _at, ...kept } = Object.fromEntries(Object.entries(localStorage))
    expect(kept).toEqual({
      token: 'token of S1',
      stuCode: 'S1',
      userCode: '',
      userId: '',
      userName: '刘嘉怡',
      stunum: '880001',
      majorId: '0812',
      grade: '2025级',
      stuIsReport: 'true',
      enrollType: '2',
      isNew: '0',
      openId: 'open-1',
      nickname: '小刘',
      headImgUrl: 'https://pictures.test/1',
      accesstoken: 'access-1',
    })
    expect(visitKeys()).toEqual({
      isbind: '1',
      stu_name: '刘嘉怡',
      stu_num: '880001',
      stu_major: '软件工程',
      stu_class: '1班',
      stu_phone: '13912345678',
      stu_idcard: '110101200801010015',
      stu_grade: '2025级',
      stu_status: '在读',
      open_id: 'open-1',
      nickname: '小刘',
      headImgUrl: 'https://pictures.test/1',
    })
    expect(session.getSignInIdCard()).toBe('110101200801010015')
  })

  test('fields of a student that the backend does not return are stored as empty', () => {
    bind({ ...student, grade: undefined, className: undefined, status: undefined })
    expect(visitKeys()).toMatchObject({
      stu_class: '',
      stu_grade: '2025',
      stu_status: '',
      open_id: '',
      nickname: '',
      headImgUrl: '',
    })
    expect(local('grade')).toBe('2025')
  })

  test('a bound staff member is stored without the fields of a student', () => {
    const bound = bind(teacher, { reportOpen: false })
    expect(bound).toEqual({
      person: teacher,
      subject: 'T1',
      stunum: 'T1',
      reportOpen: false,
      isNew: false,
    })
    expect(Object.fromEntries(Object.entries(localStorage))).toMatchObject({
      stuCode: '',
      userCode: 'T1',
      userId: '17',
      stunum: 'T1',
      majorId: '',
      grade: '',
      enrollType: '',
      stuIsReport: 'false',
      isNew: '0',
    })
    for (const name of ['stu_major', 'stu_class', 'stu_phone', 'stu_idcard', 'stu_grade'])
      expect(visit(name), name).toBe('')
  })

  test('a student who enters this year is new [D-28]', () => {
    expect(bind({ ...student, entryYear: String(year) }).isNew).toBe(true)
    expect(local('isNew')).toBe('1')
  })

  test('a number typed at sign-in replaces a missing student number, also at later sign-ins [D-13]', () => {
    const untold = { ...student, number: '', examNumber: undefined }
    expect(bind(untold).stunum).toBe('')
    expect(bind(untold, { typed: '990001' }).stunum).toBe('990001')
    expect(bind(untold).stunum).toBe('990001')
  })

  test('binding stores when the student was bound elsewhere or guessed at, unless the response has no such time', () => {
    const at = '2026-09-01T00:00:00Z'
    expect(bind(student, { boundElsewhereAt: at, guessedAt: at })).toMatchObject({
      boundElsewhereAt: at,
      guessedAt: at,
    })
    expect(bind(student, { boundElsewhereAt: '', guessedAt: '' })).toMatchObject({
      boundElsewhereAt: undefined,
      guessedAt: undefined,
    })
  })

  test('binding without a token keeps the stored one', () => {
    bind()
    session.bindSession({ person: student, reportOpen: true })
    expect(session.getSessionToken()).toBe('token of S1')
  })

  test('the ids of a call contain the student’s code or the staff number, depending on who is bound', () => {
    expect(session.getCallerIds()).toEqual({ student: undefined, staff: undefined })
    bind()
    expect(session.getCallerIds()).toEqual({ student: 'S1', staff: undefined })
    bind(teacher)
    expect(session.getCallerIds()).toEqual({ student: undefined, staff: 'T1' })
  })

  test('binding another person removes the profile picture, and binding the same student keeps it', () => {
    const { result } = renderHook(() => session.useAvatarUrl())
    bind()
    act(() => session.storeAvatarUrl('/pictures/own'))
    act(() => void bind())
    expect(result.current).toBe('/pictures/own')
    act(() => void bind(colleague))
    expect(result.current).toBe('')
    expect([local('headImgUrl'), visit('headImgUrl')]).toEqual(['', ''])
  })

  test('the first person bound on a phone keeps the picture of the messaging app', () => {
    whoIsMessaging()
    bind()
    expect(local('headImgUrl')).toBe('https://pictures.test/1')
  })
})

describe('a session ended by the campus', () => {
  test('the end of a session deletes the token and session storage, but keeps whose items wait [D-10]', () => {
    bind()
    const onEnd = vi.fn<() => void>()
    session.onSessionEnd(onEnd)
    session.endSession('root', 'password')
    expect(onEnd).toHaveBeenCalledTimes(1)
    expect(session.getSessionToken()).toBeUndefined()
    expect(session.currentSession()).toBeNull()
    expect(session.getSignInIdCard()).toBe('')
    expect(Object.keys(visitKeys()).filter((name) => name.startsWith('stu_'))).toEqual([])
    expect(visit('isbind')).toBe('0')
    expect(session.getLastSubject()).toBe('S1')
    expect(session.hasSessionEnded()).toBe(true)
    expect(renderHook(() => session.useSessionEndReason()).result.current).toBe('password')
  })

  test('a removed listener of the session’s end is not called', () => {
    const onEnd = vi.fn<() => void>()
    session.onSessionEnd(onEnd)()
    session.endSession('root')
    expect(onEnd).not.toHaveBeenCalled()
  })

  test('the target of an ended session is returned once', () => {
    bind()
    expect(session.consumeSessionEndReason()).toBeUndefined()
    session.endSession('backend')
    expect(session.consumeSessionEndReason()).toBe('backend')
    expect(session.consumeSessionEndReason()).toBeUndefined()
  })

  test('a new sign-in clears the ended state of the session and its target', () => {
    bind()
    session.endSession('root', 'elsewhere')
    bind()
    expect(session.hasSessionEnded()).toBe(false)
    expect(session.consumeSessionEndReason()).toBeUndefined()
    expect(local('endedBy')).toBeNull()
  })

  test('at the next start the session is still known to have ended, with its reason', async () => {
    bind()
    session.endSession('root', 'elsewhere')
    const later = await startApp()
    expect(later.hasSessionEnded()).toBe(true)
    expect(renderHook(() => later.useSessionEndReason()).result.current).toBe('elsewhere')
    expect(later.getLastSubject()).toBe('S1')
  })

  test('after the end of a staff member’s session it is still known whose items wait', async () => {
    bind(teacher)
    session.endSession('root')
    expect((await startApp()).getLastSubject()).toBe('T1')
  })

  test('a phone with a token or without a bound person has no ended session', async () => {
    expect(session.hasSessionEnded()).toBe(false)
    expect(session.getLastSubject()).toBeUndefined()
    bind()
    expect((await startApp()).hasSessionEnded()).toBe(false)
  })
})

describe('an unbinding', () => {
  test('unbinding keeps only language, theme, text size and the mark of a pending cleanup in local storage [D-19]', () => {
    whoIsMessaging()
    bind()
    const looks = { language: 'en', theme: 'dark', textSize: 'large', leftBehind: '1' }
    for (const [name, value] of Object.entries(looks)) localStorage.setItem(name, value)
    session.clearSession()
    expect(Object.fromEntries(Object.entries(localStorage))).toEqual(looks)
    expect(session.isCleanupPending()).toBe(true)
    expect(visitKeys()).toEqual({})
    expect(session.getMessagingUser()).toBeNull()
    expect(renderHook(() => session.useAvatarUrl()).result.current).toBe('')
  })

  test('unbinding an unbound phone stores nothing', () => {
    session.clearSession()
    expect(localStorage).toHaveLength(0)
    expect(session.isCleanupPending()).toBe(false)
  })

  test('an unbinding in another tab clears the session without marking it as ended by the campus', () => {
    bind()
    const seen = renderHook(() => session.useAvatarUrl())
    act(() => session.storeAvatarUrl('/pictures/own'))
    const changed = vi.fn<() => void>()
    session.subscribeToSession(changed)
    session.endSession('root')
    localStorage.clear()
    act(() => session.clearTabSession())
    expect(changed).toHaveBeenCalledTimes(1)
    expect(session.currentSession()).toBeNull()
    expect(session.hasSessionEnded()).toBe(false)
    expect(seen.result.current).toBe('')
    expect(visitKeys()).toEqual({})
  })
})

describe('the user of the messaging app', () => {
  test('the messaging app’s user and the age of the access token are known at later starts [D-15]', async () => {
    expect(session.getMessagingUser()).toBeNull()
    expect(session.getMessagingTokenAgeMs()).toBeGreaterThan(1e12)
    whoIsMessaging()
    expect(session.getMessagingTokenAgeMs()).toBeLessThan(1_000)
    expect(session.getMessagingTokenAgeMs()).toBeGreaterThanOrEqual(0)
    const later = await startApp()
    expect(renderHook(() => later.useMessagingUser()).result.current).toEqual({
      openId: 'open-1',
      nickname: '小刘',
      avatar: 'https://pictures.test/1',
      accessToken: 'access-1',
    })
    expect(renderHook(() => later.useAvatarUrl()).result.current).toBe('https://pictures.test/1')
  })

  test('a silent authorization keeps the name of the same messaging user, and removes it for another user [ID-31]', () => {
    whoIsMessaging()
    whoIsMessaging({ nickname: '', avatar: '', accessToken: 'access-2' })
    expect(session.getMessagingUser()).toEqual({
      openId: 'open-1',
      nickname: '小刘',
      avatar: 'https://pictures.test/1',
      accessToken: 'access-2',
    })
    whoIsMessaging({ openId: 'open-2', nickname: '', avatar: '' })
    expect(session.getMessagingUser()).toMatchObject({ openId: 'open-2', nickname: '', avatar: '' })
  })

  test('a new name and picture of the messaging app replace the stored ones', () => {
    const { result } = renderHook(() => session.useAvatarUrl())
    whoIsMessaging()
    act(() => whoIsMessaging({ nickname: '嘉怡', avatar: 'https://pictures.test/2' }))
    expect(session.getMessagingUser()).toMatchObject({ nickname: '嘉怡' })
    expect(result.current).toBe('https://pictures.test/2')
  })

  test('a messaging user is known by the openId alone, and not without it', async () => {
    localStorage.setItem('openId', '')
    localStorage.setItem('nickname', '小刘')
    expect((await startApp()).getMessagingUser()).toBeNull()
    localStorage.clear()
    localStorage.setItem('openId', 'open-1')
    expect((await startApp()).getMessagingUser()).toEqual({
      openId: 'open-1',
      nickname: '',
      avatar: '',
      accessToken: '',
    })
  })

  test('a new profile picture replaces the picture of the messaging app [D-96]', () => {
    whoIsMessaging()
    session.storeAvatarUrl('/pictures/own')
    expect(session.getMessagingUser()).toMatchObject({ avatar: '/pictures/own' })
    expect([local('headImgUrl'), visit('headImgUrl')]).toEqual(['/pictures/own', '/pictures/own'])
  })
})
