import sharp from 'sharp'

const PORTRAIT_SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="640" viewBox="0 0 480 640">
<rect width="480" height="640" fill="#8db4d9"/>
<path d="M40 640c0-130 80-190 200-190s200 60 200 190z" fill="#2f4858"/>
<path d="M190 400h100v70c-20 40-80 40-100 0z" fill="#e8b99a"/>
<ellipse cx="240" cy="290" rx="105" ry="135" fill="#f2c9ac"/>
<path d="M130 280c-10-150 60-170 110-170s120 20 110 170c-20-70-60-95-110-95s-90 25-110 95z" fill="#26211f"/>
<g fill="#26211f"><circle cx="200" cy="295" r="9"/><circle cx="280" cy="295" r="9"/></g>
<path d="M205 365q35 25 70 0" fill="none" stroke="#a9674d" stroke-width="7" stroke-linecap="round"/></svg>`

/** The face photo of the demo's finished student: drawn, so that it is nobody. */
export const renderPortrait = (): Promise<Buffer> =>
  sharp(Buffer.from(PORTRAIT_SVG)).jpeg({ quality: 85 }).toBuffer()
