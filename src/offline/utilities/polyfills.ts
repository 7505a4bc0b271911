// Methods that libraries call and that browsers slightly older than the build target lack.
definePolyfill(Array.prototype, 'at', function at(this: readonly unknown[], index: number) {
  return this[index < 0 ? this.length + index : index]
})
definePolyfill(
  Array.prototype,
  'findLast',
  function findLast(this: readonly unknown[], test: (one: unknown) => boolean) {
    return [...this].reverse().find(test)
  },
)
definePolyfill(Object, 'hasOwn', (one: object, key: PropertyKey) =>
  Object.prototype.hasOwnProperty.call(one, key),
)

function definePolyfill(where: object, name: string, value: unknown) {
  if (!(name in where))
    Object.defineProperty(where, name, { value, writable: true, configurable: true })
}
