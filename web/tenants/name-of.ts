interface Named {
  readonly givenName: string;
  readonly surname: string;
}

export const nameOf = ({ givenName, surname }: Named): string => `${givenName} ${surname}`;
