import { isSecureUrl } from '../../platform/settings/secure-url.ts'

/**
 * Whether events may be sent to a URL: https (http only to this machine itself), without a user
 * name, to a host that the operator has permitted. So the console cannot make the server call
 * arbitrary machines of the campus's network.
 */
export function isPermittedUrl(url: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(url) || !isSecureUrl(url)) return false
  const { hostname, username, password } = new URL(url)
  return username === '' && password === '' && hosts.includes(hostname)
}
