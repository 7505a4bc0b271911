/** A CAS response with this content. */
export const casResponse = (inside: string): string =>
  `<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas">${inside}</cas:serviceResponse>`

/** The part of a CAS response that says whose ticket was validated. */
export const casSuccessResponse = (user: string, attributes = ''): string =>
  `<cas:authenticationSuccess><cas:user>${user}</cas:user><cas:attributes>${attributes}</cas:attributes></cas:authenticationSuccess>`
