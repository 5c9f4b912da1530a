import picture from '../public/favicon.svg';

/** Part of the scripts: as a file of its own it would be asked for anew with every page. */
export function Logo({ size }: { readonly size: number }) {
  return <img src={picture} alt="" width={size} height={size} />;
}
