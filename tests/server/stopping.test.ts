import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { stopInOrder } from '#server/stopping'

/** A server whose requests wait until they are told to be answered. */
async function slowServer() {
  const asked: ServerResponse[] = []
  const server = createServer((_, response) => void asked.push(response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  return { server, asked, url }
}
const never = new Promise<never>(() => {})

test('told to stop, nobody new is let in while a gateway is still being asked, and who was in is answered', async () => {
  const { server, asked, url } = await slowServer()
  const inside = fetch(url)
  await expect.poll(() => asked.length).toBe(1)
  const order: string[] = []
  let gatewayAnswers: () => void = () => {}
  const sweeping = { stop: () => new Promise<void>((resolve) => (gatewayAnswers = resolve)) }
  const stopped = stopInOrder({
    server,
    works: [sweeping],
    leave: async () => void order.push('left'),
  })
  await expect(fetch(url)).rejects.toThrow('fetch failed')
  asked[0]?.end('answered')
  expect(await (await inside).text()).toBe('answered')
  order.push('answered')
  gatewayAnswers()
  await stopped
  expect(order).toEqual(['answered', 'left'])
})

test('what takes too long is cut off', async () => {
  const { server, asked, url } = await slowServer()
  const inside = fetch(url)
  await expect.poll(() => asked.length).toBe(1)
  let left = false
  await stopInOrder(
    { server, works: [{ stop: () => never }], leave: async () => void (left = true) },
    50,
  )
  expect(left).toBe(true)
  await expect(inside).rejects.toThrow('fetch failed')
})
