/** An answer of a CAS with this inside of it. */
export const casResponse = (inside: string): string =>
  `<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas">${inside}</cas:serviceResponse>`

/** That a ticket is this user's. */
export const casSuccessResponse = (user: string, attributes = ''): string =>
  `<cas:authenticationSuccess><cas:user>${user}</cas:user><cas:attributes>${attributes}</cas:attributes></cas:authenticationSuccess>`
