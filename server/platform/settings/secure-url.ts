const THIS_MACHINE: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/**
 * What is private goes encrypted, or not over a network at all. The host is asked for, not the
 * beginning of the address: a name and a password may stand there and look like one.
 */
export const isSecureUrl = (said: string): boolean =>
  URL.canParse(said) &&
  (said.startsWith('https:') ||
    (said.startsWith('http:') && THIS_MACHINE.includes(new URL(said).hostname)))
