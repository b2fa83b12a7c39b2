package bounded

import (
	"bytes"
	"encoding"
	"encoding/binary"
	"fmt"
	"reflect"
)

// Read reads a value that Write has written; into is a pointer to it. Lists, texts, maps and what pointers point to may
// take so many bytes of memory. Anything behind the value is an error.
func Read(content []byte, most int64, into any) error {
	v := reflect.ValueOf(into).Elem()
	digest, err := digestOf(v.Type())
	if err != nil {
		return err
	}
	rest, is := bytes.CutPrefix(content, digest)
	if !is {
		return fmt.Errorf("it is no %s of this version", v.Type())
	}
	r := &reader{rest: rest, most: most, left: most}
	if err := r.read(v); err != nil {
		return err
	}
	if len(r.rest) > 0 {
		return fmt.Errorf("there are %d bytes behind it", len(r.rest))
	}
	return nil
}

// reader reads values one after the other.
type reader struct {
	rest []byte
	most int64
	left int64 // bytes of memory
}

// take asks for memory before it is used: for n elements of a size each.
func (r *reader) take(n uint64, size uintptr) error {
	// n is at most the number of bytes that are left, so that the product does not overflow
	if uint64(r.left) < n*uint64(size) {
		return fmt.Errorf("it would take more than %d bytes of memory", r.most)
	}
	r.left -= int64(n * uint64(size))
	return nil
}

// number reads a length. Each of that many elements has a byte at least, so more than there are bytes are refused.
func (r *reader) number() (uint64, error) {
	n, size := binary.Uvarint(r.rest)
	if size <= 0 {
		return 0, errShort
	}
	if r.rest = r.rest[size:]; n > uint64(len(r.rest))+1 {
		return 0, errShort
	}
	return n, nil
}

// text reads a text without copying it.
func (r *reader) text() ([]byte, error) {
	n, err := r.number()
	if err != nil || n > uint64(len(r.rest)) {
		return nil, errShort
	}
	text := r.rest[:n]
	r.rest = r.rest[n:]
	return text, r.take(n, 1)
}

// flag reads a 0 or a 1.
func (r *reader) flag() (bool, error) {
	if len(r.rest) == 0 {
		return false, errShort
	}
	flag := r.rest[0]
	r.rest = r.rest[1:]
	if flag > 1 {
		return false, errForm
	}
	return flag == 1, nil
}

func (r *reader) read(v reflect.Value) error {
	if marshals(v.Type()) {
		text, err := r.text()
		if err != nil {
			return err
		}
		return v.Addr().Interface().(encoding.BinaryUnmarshaler).UnmarshalBinary(text)
	}
	switch v.Kind() {
	case reflect.Bool:
		is, err := r.flag()
		v.SetBool(is)
		return err
	case reflect.String:
		text, err := r.text()
		if err == nil {
			v.SetString(string(text))
		}
		return err
	case reflect.Slice:
		return r.list(v)
	case reflect.Map:
		return r.table(v)
	case reflect.Pointer:
		is, err := r.flag()
		if err != nil || !is {
			return err
		}
		if err := r.take(1, v.Type().Elem().Size()); err != nil {
			return err
		}
		v.Set(reflect.New(v.Type().Elem()))
		return r.read(v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			if err := r.read(v.Field(i)); err != nil {
				return err
			}
		}
		return nil
	default: // digestOf has refused everything but integers
		n, size := binary.Varint(r.rest)
		if size <= 0 {
			return errShort
		}
		if v.OverflowInt(n) {
			return errForm
		}
		r.rest = r.rest[size:]
		v.SetInt(n)
		return nil
	}
}

func (r *reader) list(v reflect.Value) error {
	n, err := r.number()
	if err != nil || n == 0 {
		return err
	}
	n--
	if err := r.take(n, v.Type().Elem().Size()); err != nil {
		return err
	}
	v.Set(reflect.MakeSlice(v.Type(), int(n), int(n)))
	for i := range int(n) {
		if err := r.read(v.Index(i)); err != nil {
			return err
		}
	}
	return nil
}

// A map takes more for an entry than for its key and its value: it grows by doubling, and has room left.
const perEntry, times = 32, 4

// table reads a map. Its keys are in order, each once.
func (r *reader) table(v reflect.Value) error {
	n, err := r.number()
	if err != nil || n == 0 {
		return err
	}
	t := v.Type()
	v.Set(reflect.MakeMap(t))
	before := ""
	for i := range int(n - 1) {
		if err := r.take(1, times*(t.Key().Size()+t.Elem().Size())+perEntry); err != nil {
			return err
		}
		key, value := reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
		if err := r.read(key); err != nil {
			return err
		}
		if i > 0 && key.String() <= before {
			return errForm
		}
		before = key.String()
		if err := r.read(value); err != nil {
			return err
		}
		v.SetMapIndex(key, value)
	}
	return nil
}
