declare module '*.css';
declare module '*.svg' {
  /** The picture as a data address. */
  const address: string;
  export default address;
}
