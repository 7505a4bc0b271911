import { expect, test, vi } from 'vitest'
import { drafts } from '#app/lib/outbox/drafts.ts'

vi.mock('#app/lib/session/session.ts', () => ({ currentSession: () => ({ subject: 'S1' }) }))
vi.mock('#app/lib/outbox/engine.ts', () => {
  throw new Error('The network is gone.')
})

test('a draft is not saved, and deletes nothing, while its code cannot be loaded', async () => {
  expect(await drafts.save('travel', {})).toBe(false)
  expect(await drafts.read('travel')).toBeUndefined()
  await drafts.drop('travel')
})
