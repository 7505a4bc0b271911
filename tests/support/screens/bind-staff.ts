import { bindSession, type Session } from '#app/lib/session/session.ts'

/** Bind a staff member with this token, who does not exist at any campus. */
export const bindStaffSession = (token: string): Session =>
  bindSession({
    person: {
      role: 'staff',
      type: '3',
      code: 'T1',
      id: '1',
      name: '王老师',
      department: '',
      post: '',
      roles: undefined,
      firstPassword: undefined,
    },
    token,
    reportOpen: false,
  })
