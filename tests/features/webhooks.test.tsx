import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openApp, openScreenCampus } from '#tests/support/screens/render.tsx'

const campus = openScreenCampus({ env: { WEBHOOK_HOSTS: '127.0.0.1' } })

test('the administrator makes an endpoint, sees its secret once, delivers an event again, and removes the endpoint', async () => {
  const { user } = await openApp('/manage/webhooks', { as: 'T4001' })
  expect(await screen.findByText('还没有推送')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '新建推送' }))
  const sheet = await screen.findByRole('dialog', { name: '新建推送' })
  await user.type(within(sheet).getByLabelText('接收系统'), '一卡通')
  await user.type(within(sheet).getByLabelText('接收地址'), 'https://other.example.edu/')
  await user.click(within(sheet).getByRole('button', { name: '新建推送' }))
  expect(await within(sheet).findByText('请至少选择一种事件')).toBeTruthy()
  await user.click(within(sheet).getByRole('checkbox', { name: '表单提交' }))
  await user.click(within(sheet).getByRole('button', { name: '新建推送' }))
  expect(await within(sheet).findByText(/^接收地址须以/)).toBeTruthy()
  await user.clear(within(sheet).getByLabelText('接收地址'))
  await user.type(within(sheet).getByLabelText('接收地址'), 'http://127.0.0.1:9/')
  await user.click(within(sheet).getByRole('button', { name: '新建推送' }))
  const secret = (await screen.findByText(/^whsec_/)).textContent ?? ''
  const { db, clock } = campus.backend()
  await db
    .insertInto('form_history')
    .values({
      student_code: 'S990001',
      form: 'travel',
      version: 100,
      at: clock.now(),
      origin: 'phone',
      by_code: 'S990001',
      words: '{}',
    })
    .execute()
  await db.updateTable('webhook_delivery').set({ state: 'given up' }).execute()
  await user.click(screen.getByRole('button', { name: '密钥已保存' }))
  const row = await screen.findByRole('row', { name: /一卡通/ })
  expect(screen.queryByText(secret)).toBeNull()
  await user.click(within(row).getByRole('button', { name: '推送记录 一卡通' }))
  const delivery = await screen.findByRole('row', { name: /990001/ })
  expect(within(delivery).getByText('已放弃')).toBeTruthy()
  await user.click(within(delivery).getByRole('button', { name: '重新推送 表单提交 990001' }))
  expect(await screen.findByText('1 条将重新推送')).toBeTruthy()
  await waitFor(() =>
    expect(within(screen.getByRole('row', { name: /990001/ })).getByText('等待送达')).toBeTruthy(),
  )
  await user.click(screen.getByRole('button', { name: '删除推送：一卡通' }))
  await user.type(await screen.findByLabelText('原因'), '换系统')
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '删除推送' }))
  expect(await screen.findByText('还没有推送')).toBeTruthy()
})
