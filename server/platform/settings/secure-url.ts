const THIS_MACHINE: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/**
 * Whether this address is encrypted (HTTPS) or on this machine. The parsed host is compared and not
 * the beginning of the text, because a user name in the text can look like a host.
 */
export const isSecureUrl = (said: string): boolean =>
  URL.canParse(said) &&
  (said.startsWith('https:') ||
    (said.startsWith('http:') && THIS_MACHINE.includes(new URL(said).hostname)))
