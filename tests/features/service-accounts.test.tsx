import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openApp, openScreenCampus } from '#tests/support/screens/render.tsx'

const campus = openScreenCampus()

test('the administrator makes a token with scopes, sees it once, and revokes it with a reason', async () => {
  const { user } = await openApp('/manage/services', { as: 'T4001' })
  expect(await screen.findByText('还没有令牌')).toBeTruthy()
  await user.click(screen.getByRole('link', { name: '新建令牌' }))
  await user.type(await screen.findByLabelText('系统名称'), '教务系统')
  await user.click(screen.getByRole('button', { name: '新建令牌' }))
  expect(await screen.findByText('请至少选择一项授权范围')).toBeTruthy()
  expect(screen.getByText('请选择有效期')).toBeTruthy()
  await user.click(await screen.findByRole('checkbox', { name: '查询学生、报到与进度' }))
  await user.click(screen.getByRole('checkbox', { name: /^导入：.*应缴/ }))
  const year = campus.backend().clock.now().getUTCFullYear() + 1
  await user.type(screen.getByLabelText('有效期至'), `${year}-01-31`)
  await user.type(screen.getByLabelText(/^允许的地址/), '10.2.3')
  await user.click(screen.getByRole('button', { name: '新建令牌' }))
  expect(await screen.findByText('“10.2.3”不是 IP 地址或网段')).toBeTruthy()
  await user.type(screen.getByLabelText(/^允许的地址/), '.0/24')
  await user.click(screen.getByRole('button', { name: '新建令牌' }))
  const dialog = await screen.findByRole('dialog', { name: '令牌已生成' })
  const token = within(dialog).getByText(/^baodao_/).textContent ?? ''
  await user.click(within(dialog).getByRole('button', { name: '我已保存' }))
  const row = await screen.findByRole('row', { name: /教务系统/ })
  expect(screen.queryByText(token)).toBeNull()
  expect(within(row).getByText(new RegExp(`…${token.slice(-4)}$`))).toBeTruthy()
  expect(within(row).getByText(/查询学生、报到与进度、导入：/)).toBeTruthy()
  expect(within(row).getByText('10.2.3.0/24')).toBeTruthy()
  expect(within(row).getByText('从未使用')).toBeTruthy()
  await user.click(within(row).getByRole('button', { name: '停用令牌：教务系统' }))
  await user.type(await screen.findByLabelText('原因'), '换系统')
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '停用令牌' }))
  expect(await within(row).findByText('令牌已停用')).toBeTruthy()
})
