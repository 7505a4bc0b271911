import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, describe, expect, test } from 'vitest'
import { openApp, openScreenCampus } from '../support/screens/render.tsx'

// On this campus posts have other names than on the demo campus.
const campus = openScreenCampus({
  env: { POST_DORM_SUPERVISOR: '楼长', POST_REVIEW_TEACHER: '资助中心' },
})
const hired = (code: string, post: string) =>
  campus.backend().db.updateTable('staff').set({ post }).where('code', '=', code).execute()
afterEach(async () => {
  for (const [code, post] of [
    ['T1001', '教师'],
    ['T2001', '宿管'],
    ['T3001', '审核老师'],
  ] as const)
    await hired(code, post)
})

/**
 * Remove the roles from sign-in responses, so that only the post is left, or replace them by
 * `also`.
 */
const withoutRoles = (also?: unknown) =>
  campus.addFault(
    http.post('*/api/sys/login', async ({ request }) => {
      const { body } = await campus.backend().post('/api/sys/login', Object(await request.json()))
      const { roles: _, ...user } = body.user
      return HttpResponse.json({
        ...body,
        user: { ...user, ...(also !== undefined && { roles: also }) },
      })
    }),
  )

describe('the names of posts that a campus has configured [D-31 D-113]', () => {
  test('a dorm supervisor whose post has the configured name sees the scanner’s tile and can open it [SCN-09 HOME-15]', async () => {
    await hired('T2001', '三号楼楼长')
    const home = await openApp('/', { as: 'T2001' })
    expect((await screen.findAllByRole('link', { name: /扫码报到/ })).length).toBeGreaterThan(0)
    const { address } = await home.restart('/scanCodes')
    await waitFor(() => expect(address()).toBe('/scanCodes'))
    expect(screen.queryByText('没有权限')).toBeNull()
  })

  test('a review teacher whose post has the configured name can open the review list, and one with the demo campus’s name cannot [AUD-07]', async () => {
    await hired('T3001', '资助中心老师')
    const review = await openApp('/checkloan', { as: 'T3001' })
    await waitFor(() => expect(review.address()).toBe('/checkloan'))
    await hired('T1001', '审核老师')
    const other = await openApp('/checkloan', { as: 'T1001' })
    await waitFor(() => expect(other.address()).toBe('/'))
    expect((await screen.findAllByText('没有权限')).length).toBeGreaterThan(0)
  })

  test.each([
    ['returns no roles', undefined],
    ['returns unknown roles', ['ROLE_USER']],
    ['returns roles as text', 'admin'],
  ])(
    'with a backend that %s, the name of the post decides what staff can open',
    async (_, roles) => {
      withoutRoles(roles)
      const { address } = await openApp('/checkloan', { as: 'T3001' })
      await waitFor(() => expect(address()).toBe('/checkloan'))
    },
  )
})
