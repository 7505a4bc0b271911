interface Bridge {
  readonly call: (name: 'closeWindow') => void
}

/** Close the messaging app's window. Only its own browser can, and only from the root; false means: go home instead. */
export function closeWindow({ atRoot }: { atRoot: boolean }): boolean {
  const bridge = (window as { WeixinJSBridge?: Bridge }).WeixinJSBridge
  if (!atRoot || bridge === undefined) return false
  bridge.call('closeWindow')
  return true
}
