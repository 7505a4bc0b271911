import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

/**
 * Load the polyfills in an environment without the three functions; returns the environment's
 * objects.
 */
async function loadedWithout() {
  const prototype: Record<string, (...said: unknown[]) => unknown> = {}
  const { hasOwn: _missing, ...descriptors } = Object.getOwnPropertyDescriptors(Object)
  const bare = Object.defineProperties((value: unknown) => Object(value), {
    ...descriptors,
    prototype: { value: Object.prototype },
  })
  vi.stubGlobal(
    'Array',
    Object.defineProperty(Object.create(Array), 'prototype', { value: prototype }),
  )
  vi.stubGlobal('Object', bare)
  vi.resetModules()
  await vi.importActual('#offline/utilities/polyfills')
  vi.unstubAllGlobals()
  return { prototype, bare: bare as unknown as Record<string, (...said: unknown[]) => unknown> }
}

test('the polyfills add at, findLast and hasOwn to a browser that lacks them', async () => {
  const { prototype, bare } = await loadedWithout()
  const list = ['a', 'b', 'c']
  const at = (index: number) => prototype['at']?.call(list, index)
  expect([at(0), at(2), at(-1), at(-3), at(3), at(-4)]).toEqual([
    'a',
    'c',
    'c',
    'a',
    undefined,
    undefined,
  ])
  const last = (is: (one: string) => boolean) => prototype['findLast']?.call(list, is)
  expect([last((one) => one < 'c'), last((one) => one > 'c')]).toEqual(['b', undefined])
  expect(list).toEqual(['a', 'b', 'c'])
  expect([bare['hasOwn']?.({ a: 1 }, 'a'), bare['hasOwn']?.({}, 'toString')]).toEqual([true, false])
  for (const [where, name] of [
    [prototype, 'at'],
    [prototype, 'findLast'],
    [bare, 'hasOwn'],
  ] as const)
    // A polyfill is not enumerable and can be overwritten, like a native function.
    expect(Object.getOwnPropertyDescriptor(where, name)).toMatchObject({
      writable: true,
      configurable: true,
      enumerable: false,
    })
})

test('the polyfills do not replace native functions', async () => {
  const own = [Array.prototype.at, Array.prototype.findLast, Object.hasOwn]
  vi.resetModules()
  await vi.importActual('#offline/utilities/polyfills')
  expect([Array.prototype.at, Array.prototype.findLast, Object.hasOwn]).toEqual(own)
})
