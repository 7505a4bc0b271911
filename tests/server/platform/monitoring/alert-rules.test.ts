import { readFileSync } from 'node:fs'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { registerPaymentMetrics } from '#server/features/payment/public'
import { openDatabase } from '#server/platform/database/database'
import { startBackend } from '../../../support/backend/backend.ts'
import { findFreePort } from '../../../support/backend/free-port.ts'

const sample = (name: string) => readFileSync(`docs/operations/samples/${name}`, 'utf8')
const alerts = (text: string, key: string) =>
  [...text.matchAll(new RegExp(`${key}: (\\w+)`, 'g'))].map(([, name = '']) => name)

test('alert rules and the dashboard use exported metrics only, and all of them exist', async () => {
  const backend = await startBackend()
  const { registry } = backend.metrics
  collectDefaultMetrics({ register: registry })
  registerPaymentMetrics(registry, backend.db)
  const told = new Set(
    (await registry.getMetricsAsJSON()).flatMap(({ name }) => [name, `${name}_bucket`]),
  )
  const asked = [...(sample('alerts.yml') + sample('dashboard.json')).matchAll(/(\w+)\{job=/g)]
  expect(asked.length).toBeGreaterThan(30)
  const unknown = asked.map(([, name = '']) => name).filter((name) => !told.has(name))
  expect(unknown.filter((name) => name !== 'up')).toEqual([])
  await backend.close()
})

test('a number of payments that cannot be read is not exported as zero', async () => {
  const backend = await startBackend()
  const counted = async (db: Parameters<typeof registerPaymentMetrics>[1]) => {
    const registry = new Registry()
    registerPaymentMetrics(registry, db)
    return (await registry.metrics()).split('\n').filter((line) => line.startsWith('payment_'))
  }
  expect(await counted(backend.db)).toEqual([
    'payment_orders{state="open"} 0',
    'payment_orders{state="checking"} 0',
  ])
  // An address at which nothing listens.
  const nowhere = `postgres://nobody@127.0.0.1:${await findFreePort()}/nothing`
  const gone = openDatabase({ connectionString: nowhere, onError: () => {} })
  expect(await counted(gone.db)).toEqual([])
  await gone.close()
  await backend.close()
})

test('every alert rule has a test in which it fires', () => {
  const known = alerts(sample('alerts.yml'), 'alert')
  const rung = sample('alerts.test.yml')
    .split('- alertname: ')
    .slice(1)
    .filter((one) => one.includes('exp_labels'))
    .map((one) => one.slice(0, one.indexOf('\n')))
  expect(known.toSorted()).toEqual([...new Set(rung)].toSorted())
})
