const THIS_MACHINE: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/**
 * Is this address encrypted (HTTPS) or on this machine? The parsed host is compared, not the
 * beginning of the text, where a user name may look like a host.
 */
export const isSecureUrl = (said: string): boolean =>
  URL.canParse(said) &&
  (said.startsWith('https:') ||
    (said.startsWith('http:') && THIS_MACHINE.includes(new URL(said).hostname)))
